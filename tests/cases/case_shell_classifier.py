"""Whether what the classifier says of a line is what bash does with it."""

import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import tempfile

from harness import PROGRAM, ROOT, Project, Skip

DATA = ROOT / "tests/data"
BASH = "/bin/bash"
# Programs that only run another one: the real ones, which find the others on the PATH.
REAL = ("timeout", "nice", "ionice", "nohup", "setsid", "stdbuf", "env", "xargs", "find", "sh", "bash", "dash")
STAND_INS = {"sudo": 'while [[ $1 == -* ]]; do [[ $1 == -u ]] && shift; shift; done; "$@"', "busybox": '"$@"', "time": '"$@"',
             "fd": 'while (($#)) && [[ $1 != -x ]]; do shift; done; shift; (($#)) && "$@"'}
# Lines that would do something to this machine if they were run for real.
UNSAFE = re.compile(r"(?<![\w.~])/(?!dev/(?:null|std|fd))|kill \d|\bkill -\d+ \d")


def lines_of(name):
    return [json.loads(line) for line in (DATA / name).read_text().splitlines()]


def classified(commands, place=None):
    arguments = [PROGRAM, "policy", "classify"]
    for flag, path in (place or {}).items():
        arguments += [f"--{flag}", str(path)]
    text = "".join(json.dumps({"command": command}) + "\n" for command in commands)
    with Project() as project:
        run = subprocess.run(arguments, input=text, env=project.env, cwd=project.path, capture_output=True, text=True, timeout=50)
    assert run.returncode == 0 and not run.stderr, run
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(answers) == len(commands)
    return answers


def test_the_fixtures_come_out_of_the_program():
    fixtures = lines_of("shell_permissions.jsonl")
    for fixture, answer in zip(fixtures, classified([fixture["command"] for fixture in fixtures])):
        assert (answer["keys"], answer["always_offered"]) == (fixture["keys"], fixture["always_offered"]), (fixture, answer)
        assert set(answer) == {"keys", "always_offered", "read_only"}


def test_a_line_that_is_no_json_gets_an_error_and_the_next_one_an_answer():
    with Project() as project:
        run = project.run("policy", "classify", stdin='nonsense\n{"command":7}\n[]\n\n{"command":"ls"}').expect(0)
        answers = [json.loads(line) for line in run.out.splitlines()]
        assert ["error" in answer for answer in answers] == [True, True, True, False], answers
        assert answers[3] == {"keys": ["shell:ls"], "always_offered": True, "read_only": True}
        project.run("policy", "classify", "--cwd", "relative").expect(2, "absolute")
        project.run("policy", "classify", "--root", "/").expect(2, "unknown argument")
        project.run("policy").expect(2, "policy")


def mutants(commands, count):
    """Lines near those that people write: pieces cut out, doubled, exchanged, and put in."""
    chance = random.Random(7)
    pieces = [" ", "\n", ";", "&&", "||", "|", "&", "(", ")", "{ ", " }", "'", '"', "\\", "\\\n", "`", "$(", "$((", "))", "${x:-", "}", "<<EOF\n",
              "\nEOF\n", "<<-'E'\n\tE\n", ">", "<", ">|", "2>&1", "#", " # ", "$'", "!", "if ", "then ", "fi", "do ", "done", "case x in ", "esac", ";;",
              "[[ ", " ]]", "((", "for i in ", "while ", "time ", "=", "+=(", "[", "]", "*", "~", "=~ ", "-eq ", "<(", ">(", "<<<", "coproc ", "$"]
    made = []
    while len(made) < count:
        line = chance.choice(commands)
        for _ in range(chance.randint(1, 3)):
            start = chance.randrange(len(line) + 1)
            end = min(len(line), start + chance.randint(0, 6))
            line = line[:start] + chance.choice((chance.choice(pieces), line[start:end] * 2, "", chance.choice(commands)[:12])) + line[end:]
        if line and len(line) < 500 and "\0" not in line:
            made.append(line)
    return made


def bash_accepts(line):
    run = subprocess.run([BASH, "--noprofile", "--norc", "-n", "-c", line], env={"PATH": "/nowhere", "LC_ALL": "C.UTF-8"}, capture_output=True,
                         stdin=subprocess.DEVNULL, timeout=10)
    return run.returncode == 0 and b"delimited by end-of-file" not in run.stderr


def test_what_bash_rejects_is_rejected():
    commands = [line["command"] for line in lines_of("shell_permissions.jsonl") + lines_of("shell_attacks.jsonl")]
    lines = commands + mutants(commands, int(os.environ.get("THOTH_CASES_MUTANTS", 1500)))
    wrong = [(line, answer) for line, answer in zip(lines, classified(lines))
             if answer["keys"] != ["shell:?"] and not bash_accepts(line)]
    assert not wrong, "\n".join(map(repr, wrong[:20]))


class StubWorld:
    """A project whose programs only write down that they were started."""

    def __init__(self, base, commands):
        self.base, self.log = base, base / "log"
        self.home, self.project, self.bin = base / "home", base / "home/p", base / "bin"
        self.project.mkdir(parents=True)
        self.bin.mkdir()
        names = set(re.findall(r"[A-Za-z0-9_][A-Za-z0-9._+-]*", " ".join(commands)))
        for name in names - set(REAL) - set(STAND_INS):
            self.stub(self.bin / name, "shell:" + name)
        for name in REAL:
            if shutil.which(name):
                (self.bin / name).symlink_to(shutil.which(name))
        for name, text in STAND_INS.items():
            self.script(self.bin / name, text)
        for name in ("build.sh", "server.sh", "setup.sh", "x.sh", "sub/x.sh", "x", "env.sh", "scripts/test.sh", "venv/bin/activate", "../tool.sh"):
            file = self.project / name
            self.stub(file, "shell:" + ("~/" + name[3:] if name.startswith("..") else "./" + name))

    def script(self, file, text):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"#!{BASH}\n{text}\n")
        file.chmod(0o755)

    def stub(self, file, key):
        self.script(file, f'echo "{key}" >> {self.log}; return 0 2>/dev/null; exit 0')

    def started(self, line):
        self.log.write_text("")
        env = {"PATH": str(self.bin), "HOME": str(self.home), "LC_ALL": "C.UTF-8"}
        process = subprocess.Popen([BASH, "--noprofile", "--norc", "-c", line], env=env, cwd=self.project, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            process.wait(2)
        except subprocess.TimeoutExpired:
            pass
        try:
            os.killpg(process.pid, 9)
        except ProcessLookupError:
            pass
        process.wait()
        return set(self.log.read_text().split("\n")) - {""}


# What the profile of a login shell starts, and the echo of an xargs without a command.
UNCOUNTED = re.compile(r"\bbash -l|\bxargs\s*$")


def is_covered(started, keys):
    runner = "shell:npx" if started == "shell:npm" else started  # npm exec
    return started in keys or any(key.startswith(runner + ":") for key in keys)


def check_oracle(commands):
    if not os.access(BASH, os.X_OK):
        raise Skip("there is no bash")
    safe = [command for command in commands if not UNSAFE.search(command)]
    base = pathlib.Path(tempfile.mkdtemp(prefix="thoth-case-")).resolve()
    try:
        world = StubWorld(base, safe)
        answers = classified(safe, {"cwd": world.project, "project": world.project, "home": world.home})
        wrong = []
        for command, answer in zip(safe, answers):
            if not answer["always_offered"]:
                continue
            missing = {key for key in world.started(command) if not is_covered(key, answer["keys"])}
            if missing and not UNCOUNTED.search(command):
                wrong.append((command, answer["keys"], missing))
        assert not wrong, "\n".join(map(repr, wrong))
        offered = sum(answer["always_offered"] for answer in answers)
        return f"{offered} lines run, {len(commands) - len(safe)} left out"
    finally:
        shutil.rmtree(base, ignore_errors=True)


def test_every_program_that_a_fixture_starts_has_a_key():
    return check_oracle([line["command"] for line in lines_of("shell_permissions.jsonl")])


def test_every_program_that_an_attack_starts_has_a_key():
    return check_oracle([line["command"] for line in lines_of("shell_attacks.jsonl")])
