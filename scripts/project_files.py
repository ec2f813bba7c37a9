"""The files of the project, for the check scripts."""

import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
CPP_SUFFIXES = {".h", ".cpp"}


def tracked(root=ROOT):
    """Every file git tracks or would track, relative to root, sorted. Without git, a walk."""
    # The clone may belong to another user, as in a container that builds someone's checkout.
    command = ["git", "-c", f"safe.directory={root}", "-C", str(root), "ls-files", "-z",
               "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, check=True, capture_output=True).stdout
        names = [pathlib.Path(name.decode(errors="surrogateescape")) for name in listed.split(b"\0") if name]
    except (OSError, subprocess.CalledProcessError):
        names = [path.relative_to(root) for path in root.rglob("*")
                 if not {"build", ".git", "__pycache__"} & set(path.relative_to(root).parts)]
    return sorted({name for name in names if (root / name).is_file() and not (root / name).is_symlink()})


def cpp_files(root=ROOT):
    """Our own C++: what lies in tests/data is data."""
    return [name for name in tracked(root) if name.suffix in CPP_SUFFIXES and name.parts[:2] != ("tests", "data")]


def read(name, root=ROOT):
    return (root / name).read_text(encoding="utf-8", errors="replace")
