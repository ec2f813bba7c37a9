"""Run inside of a sandbox: tries each way out and each thing that must work, and prints what came
of it as JSON: name to true (it could be done) or the words of the error. Its argument is the JSON
of what lies outside: paths, ports, a process."""

import ctypes
import errno
import json
import os
import socket
import struct
import subprocess
import sys

OUT = json.loads(sys.argv[1])
LIBC = ctypes.CDLL(None, use_errno=True)
# System calls by number on the machines that thoth is built for.
KEYCTL, IO_URING_SETUP, BPF, VM_READV, CLONE3 = {
    "x86_64": (250, 425, 321, 310, 435), "aarch64": (219, 425, 280, 270, 435)}[os.uname().machine]
FCHMODAT2, OPENAT2 = 452, 437
AT_FDCWD, SETUID = -100, 0o4755
CLONE_NEWUSER, MS_REMOUNT, MS_BIND = 0x10000000, 32, 4096


def call(function, *arguments):
    ctypes.set_errno(0)
    if function(*arguments) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def syscall(number, *arguments):
    call(LIBC.syscall, ctypes.c_long(number),
         *[argument if isinstance(argument, bytes) else ctypes.c_long(argument) for argument in arguments])


def write(path):
    with open(path, "a") as file:
        file.write("evil\n")


def read(path):
    with open(path, "rb") as file:
        return file.read(1)


def through_a_link():
    os.symlink(OUT["file"], "link")
    write("link")


def through_a_hard_link():
    os.link(OUT["file"], "hard_link")
    write("hard_link")


def by_rename():
    os.replace("own", OUT["directory"] + "/renamed")


def rename_repository():
    os.rename(".git", ".git2")
    os.rename(".git2", ".git")


def connect(family, address, kind=socket.SOCK_STREAM, protocol=0):
    with socket.socket(family, kind, protocol) as client:
        client.settimeout(2)
        client.connect(address)


def send_datagram():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:
        client.sendto(b"evil", ("127.0.0.1", OUT["udp"]))  # whether it arrives is looked at outside
        raise OSError(errno.EINPROGRESS, "sent")


def attach():
    call(LIBC.ptrace, 16, OUT["process"], 0, 0)  # PTRACE_ATTACH
    LIBC.ptrace(17, OUT["process"], 0, 0)


def read_memory():
    buffer = ctypes.create_string_buffer(8)
    local = struct.pack("PN", ctypes.addressof(buffer), 8)
    remote = struct.pack("PN", 0x400000, 8)
    syscall(VM_READV, OUT["process"], ctypes.addressof(ctypes.create_string_buffer(local)), 1,
            ctypes.addressof(ctypes.create_string_buffer(remote)), 1, 0)


def type_into_terminal():
    import fcntl
    import pty
    import termios
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSTI, b"x")


def change_kernel_setting():
    """Root may, whatever its capabilities. What is written is what was there."""
    name = "/proc/sys/kernel/core_pattern"
    with open(name) as file:
        value = file.read()
    with open(name, "w") as file:
        file.write(value)


def write_in_tmp():
    name = f"/tmp/thoth-probe-{os.getpid()}"
    write(name)
    os.remove(name)


def shares_memory():
    """What multiprocessing needs: named semaphores in /dev/shm."""
    import multiprocessing
    lock = multiprocessing.Lock()
    with lock:
        pass


def program():
    """A file as a command would make it for others to start."""
    with open("program", "w") as file:
        file.write("#!/bin/sh\n")
    return b"program"


def chmod_by_descriptor():
    with open(program()) as file:
        os.fchmod(file.fileno(), SETUID)


def create_by_openat2():
    syscall(OPENAT2, AT_FDCWD, b"program_by_openat2", struct.pack("QQQ", os.O_CREAT | os.O_WRONLY, SETUID, 0), 24)


def create_without_a_name():
    os.umask(0)
    file = os.open(".", os.O_TMPFILE | os.O_WRONLY, SETUID)
    if not os.fstat(file).st_mode & 0o4000:
        raise OSError(errno.EPERM, "it has lost the bit")


def setgid_directory():
    os.mkdir("shared")
    os.chmod("shared", 0o2775)
    if not os.stat("shared").st_mode & 0o2000:
        raise OSError(errno.EPERM, "it has lost the bit")


def serves_itself():
    with socket.create_server(("127.0.0.1", 0)) as server:
        connect(socket.AF_INET, server.getsockname())


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise OSError(errno.EPROTO, (done.stdout + done.stderr)[-300:])


def commit():
    git = ("git", "-c", "user.name=u", "-c", "user.email=u@localhost")
    run(*git, "add", "own")
    run(*git, "commit", "-q", "-m", "own")
    run(*git, "checkout", "-q", "-b", "other")


def make():
    with open("Makefile", "w") as file:
        file.write("all: a b\n%:\n\techo $@ > $@\n")
    run("make", "-j2")


TRIED = {
    "write outside": lambda: write(OUT["directory"] + "/new"),
    "append outside": lambda: write(OUT["file"]),
    "write through a link": through_a_link,
    "write through a hard link": through_a_hard_link,
    "write through /proc/self/root": lambda: write("/proc/self/root" + OUT["file"]),
    "write through /proc/1/root": lambda: write("/proc/1/root" + OUT["file"]),
    "write through an inherited descriptor": lambda: os.write(OUT["descriptor"], b"evil\n"),
    "rename out": by_rename,
    "truncate outside": lambda: os.truncate(OUT["file"], 0),
    "chmod outside": lambda: os.chmod(OUT["file"], 0o777),
    "change a setting of the kernel": change_kernel_setting,
    "create a device": lambda: os.mknod("device", 0o600 | 0o020000, os.makedev(1, 1)),
    "change the repository's settings": lambda: write(".git/config"),
    "create a hook": lambda: write(".git/hooks/pre-commit"),
    "rename the repository": rename_repository,
    "change the project's instructions": lambda: write("AGENTS.md"),
    "replace the project's instructions": lambda: os.replace("own_too", "AGENTS.md"),
    "read a secret of the home": lambda: read(OUT["secret"]),
    "read a secret of the project": lambda: read(".env"),
    "read thoth's state": lambda: read(OUT["state"]),
    "connect TCP": lambda: connect(socket.AF_INET, ("127.0.0.1", OUT["tcp"])),
    "connect MPTCP": lambda: connect(socket.AF_INET, ("127.0.0.1", OUT["tcp"]), protocol=262),
    "send UDP": send_datagram,
    "connect Unix": lambda: connect(socket.AF_UNIX, OUT["unix"]),
    "connect abstract Unix": lambda: connect(socket.AF_UNIX, "\0" + OUT["abstract"]),
    "open a packet socket": lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW).close(),
    "open a kernel crypto socket": lambda: socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET).close(),
    "signal a process outside": lambda: os.kill(OUT["process"], 0),
    "trace a process outside": attach,
    "read the memory of a process outside": read_memory,
    "read the environment of a process outside": lambda: read(f"/proc/{OUT['process']}/environ"),
    "read the environment of the supervisor": lambda: read("/proc/1/environ"),
    "type into a terminal": type_into_terminal,
    "io_uring": lambda: syscall(IO_URING_SETUP, 1, ctypes.addressof(ctypes.create_string_buffer(120))),
    "keyctl": lambda: syscall(KEYCTL, 0, -3, 0),
    "bpf": lambda: syscall(BPF, 0, 0, 0),
    "clone3": lambda: syscall(CLONE3, 0, 0),
    "new user namespace": lambda: call(LIBC.unshare, CLONE_NEWUSER),
    "remount": lambda: call(LIBC.mount, None, b"/", None, MS_REMOUNT | MS_BIND, None),
    "become another user": lambda: os.setuid(12345),
    "chmod to setuid": lambda: call(LIBC.chmod, program(), SETUID),
    "fchmod to setuid": chmod_by_descriptor,
    "fchmodat to setuid": lambda: call(LIBC.fchmodat, AT_FDCWD, program(), SETUID, 0),
    "fchmodat2 to setuid": lambda: syscall(FCHMODAT2, AT_FDCWD, program(), SETUID, 0),
    "open a new file as setuid": lambda: call(LIBC.open, b"program_by_open", os.O_CREAT | os.O_WRONLY, SETUID),
    "openat a new file as setuid": lambda: os.open("program_by_openat", os.O_CREAT | os.O_WRONLY, SETUID),
    "openat2 a new file as setuid": create_by_openat2,
    "create a file as setuid": lambda: call(LIBC.creat, b"program_by_creat", SETUID),
    "create a file without a name as setuid": create_without_a_name,
    "mknod as setuid": lambda: os.mknod("program_by_mknod", 0o100000 | SETUID),
    "write inside": lambda: write("own"),
    "write in the temporary directory": lambda: write(os.environ["TMPDIR"] + "/probe"),
    "write in /tmp": write_in_tmp,
    "share memory": shares_memory,
    "serve on the loopback interface": serves_itself,
    "trace an own process": lambda: run("strace", "-o", "/dev/null", "true"),
    "make a directory setgid": setgid_directory,
    "make": make,
    "git add and commit": commit,
}


def attempt(function):
    try:
        function()
    except OSError as error:
        name = errno.errorcode.get(error.errno, "?")
        return f"{name}: {error.strerror}"
    return True


def main():
    for name in ("own", "own_too"):
        write(name)
    print(json.dumps({name: attempt(function) for name, function in TRIED.items()}))


main()
