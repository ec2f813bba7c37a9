"""Configuration and surroundings that cannot be used: what is wrong, where, and what would do."""

import os
import subprocess

from harness import PROGRAM, Project, Skip
from model_server import ModelServer, says


def config_fails(text, *in_err):
    with ModelServer() as server, Project() as project:
        project.configure(text.replace("URL", server.url))
        run = project.run("-p", "hello").expect(1, *in_err, out="")
        assert len(run.err.splitlines()) <= 3, run
        assert not server.requests


def test_config_that_is_no_toml():
    config_fails('active = "x\n', "config.toml:1:")


def test_config_with_a_value_of_the_wrong_type():
    config_fails('active = "x"\n[profiles.x]\nbase_url = "URL"\ntemperature = "hot"\n', "config.toml:4:", "temperature", "hot")


def test_config_with_a_value_out_of_range():
    config_fails('[profiles.x]\nbase_url = "URL"\ncontext_window = -5\n', "config.toml:3:", "context_window", "-5")


def test_config_that_names_a_profile_that_is_not_there():
    config_fails('active = "locol"\n[profiles.local]\nbase_url = "URL"\n', "locol", "local")


def test_config_that_is_a_directory():
    with Project() as project:
        (project.state / "config.toml").mkdir(parents=True)
        project.run("-p", "hello").expect(1, "config.toml", "directory", out="")


def test_config_that_is_a_fifo():
    with Project() as project:
        project.state.mkdir()
        os.mkfifo(project.state / "config.toml")
        run = project.run("-p", "hello").expect(1, "config.toml", out="")
        assert run.seconds < 2, run


def test_config_that_may_not_be_read():
    if os.geteuid() == 0:
        raise Skip("root may read everything")
    with Project() as project:
        project.configure("")
        (project.state / "config.toml").chmod(0)
        project.run("-p", "hello").expect(1, "config.toml", out="")


def test_an_unknown_key_is_a_warning_with_the_nearest_name():
    with ModelServer(says("Fine.")) as server, Project() as project:
        project.configure(f'[profiles.x]\nbase_url = "{server.url}"\nmodel = "m"\ntemprature = 1\n')
        project.run("-p", "hello").expect(0, "temprature", "temperature", "config.toml:4:", out="Fine.\n")


def test_variables_with_values_that_cannot_be():
    wrong = {"THOTH_TEMPERATURE": "warm", "THOTH_CONTEXT_WINDOW": "large", "THOTH_THINK": "perhaps", "THOTH_BASE_URL": "http://"}
    with ModelServer() as server, Project(server=server) as project:
        for name, value in wrong.items():
            project.run("-p", "hello", env={name: value}).expect(1, name, "" if "URL" in name else value, out="")  # a URL may hold a password
        project.run("-p", "hello", env={"THOTH_PROFILE": "gone"}).expect(1, "THOTH_PROFILE", "gone", out="")
        project.run("-p", "hello", env={"THOTH_HOME": "relative"}).expect(1, "THOTH_HOME", "absolute", out="")
        assert not server.requests


def test_a_current_directory_that_is_gone():
    with ModelServer() as server, Project(server=server) as project:
        gone = subprocess.run(["sh", "-c", 'mkdir gone && cd gone && rmdir ../gone && "$0" -p hello', PROGRAM],
                              cwd=project.path, env=project.env, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        assert gone.returncode == 1 and "current directory" in gone.stderr, gone
        assert not server.requests


def test_a_project_that_cannot_be_listed():
    if os.geteuid() == 0:
        raise Skip("root may read everything")
    with ModelServer(says("Fine.")) as server, Project(server=server) as project:
        project.path.chmod(0o300)
        project.run("-p", "hello").expect(0, out="Fine.\n")
        assert "(cannot be listed)" in server.chats[0].messages[0]["content"]
        project.path.chmod(0o700)


def test_a_state_directory_that_cannot_be_made_is_one_warning():
    with ModelServer(says("Fine.")) as server, Project({"file": "x"}, server) as project:
        run = project.run("-p", "hello", env={"THOTH_HOME": str(project.path / "file" / "state")})
        run.expect(0, out="Fine.\n")
        assert run.err.count("warning:") == 1 and "saved" in run.err, run


def test_a_replay_of_what_is_no_recording():
    with Project({"notes.txt": "just text\n"}) as project:
        project.run("-p", "hello", "--replay", "notes.txt").expect(1, "1", out="")
        project.run("-p", "hello", "--replay", "gone.jsonl").expect(1, "gone.jsonl", out="")


def test_a_recording_does_not_overwrite_a_file_of_the_user():
    with ModelServer() as server, Project({"notes.txt": "just text\n"}, server) as project:
        project.run("-p", "hello", "--record", "notes.txt").expect(1, "notes.txt", "not a recording", out="")
        assert project.read("notes.txt") == "just text\n"
