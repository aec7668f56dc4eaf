#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs the commands of tendril on projects with one to three changes, and tells what must not happen. See README.md."""
import argparse
import collections
import json
import pathlib
import random
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from declarations import Declarations  # noqa: E402
from judge import Outcome, judge  # noqa: E402
from mutations import apply, change  # noqa: E402
from projects import bases  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMANDS = {"info": 14, "dynamics": 16, "simulate": 30, "statics": 16, "modes": 9, "verify": 14, "plot": 1}
ENDS_IN = 10.0  # s that an interrupted program may take to end


class Runner:
    """Runs one program at a time in a folder of its own, with bounds on time and memory."""

    def __init__(self, program, limit, folder, memory=6):
        self.program, self.limit, self.folder, self.memory = str(program), limit, pathlib.Path(folder), memory

    def _bounds(self):
        if self.memory:
            resource.setrlimit(resource.RLIMIT_AS, (self.memory << 30, self.memory << 30))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    def place(self, project, files):
        for name, text in files.items():
            if not (self.folder / name).exists() or (self.folder / name).read_text() != text:
                (self.folder / name).write_text(text)
        path = self.folder / "project.tendril.json"
        path.write_text(json.dumps(project))
        return path

    def run(self, command, arguments, project, files):
        """Outcome of `tendril command project arguments`; files that it writes are in the folder."""
        path = self.place(project, files)
        table = self.folder / "run.csv"
        table.unlink(missing_ok=True)
        process = subprocess.Popen([self.program, command, path.name, *arguments], cwd=self.folder, preexec_fn=self._bounds,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True, errors="replace")
        slow = stuck = False
        try:
            out, err = process.communicate(timeout=self.limit)
        except subprocess.TimeoutExpired:
            slow = True
            process.send_signal(signal.SIGINT)
            try:
                out, err = process.communicate(timeout=ENDS_IN)
            except subprocess.TimeoutExpired:
                stuck = True
                process.kill()
                out, err = process.communicate()
        text = table.read_text() if table.exists() and not slow else ""
        return Outcome(command, process.returncode, out, err, slow, stuck, text, project)

    def ask(self, project, path, value):
        """What the program says of a value: the text of its message."""
        outcome = self.run("info", [], apply(project, [["set", path, value]]), {})
        return outcome.err


def draw_command(draw):
    """A command with its options."""
    command = draw.choices(list(COMMANDS), list(COMMANDS.values()))[0]
    if command == "simulate":
        duration = draw.choice(["0.02", "0.05", "0.05", "0.2"])
        return command, ["--json", "--duration", duration, "--out", "run.csv"]
    if command == "plot":
        return command, ["--signals", "energy.kinetic", "--out", "plot.csv", "--set", "simulation.duration=0.02"]
    if command == "verify":
        return command, ["--json", "--states", "2", "--seed", str(draw.randrange(100))]
    if command in ("statics", "modes"):
        return command, ["--json"] + draw.choice([[], [], ["--stable"]])
    if command == "dynamics":
        return command, ["--json"]
    return command, ["--json"]


class Case:
    """One run: everything that it takes to repeat it."""

    def __init__(self, seed, found, declared):
        draw = random.Random(seed)
        weights = [4 if b.name.startswith("small/") else 2 if b.name.startswith("examples/") else 1 for b in found]
        self.seed, self.base = seed, draw.choices(found, weights)[0]
        self.command, self.arguments = draw_command(draw)
        self.changes, project = [], self.base.project
        for _ in range(draw.choice([1, 1, 2, 3])):
            self.changes.append(change(project, declared, draw))
            project = apply(project, self.changes[-1])

    def project(self, changes=None):
        project = self.base.project
        for edits in self.changes if changes is None else changes:
            project = apply(project, edits)
        return project

    def run(self, runner, changes=None):
        return runner.run(self.command, self.arguments, self.project(changes), self.base.files)


def shrink(case, runner, kind):
    """The changes without those that the finding does not need."""
    changes = list(case.changes)
    for each in list(changes):
        fewer = [other for other in changes if other is not each]
        if kind in [k for k, _ in judge(case.run(runner, fewer))]:
            changes = fewer
    return changes


def write_finding(folder, case, changes, found, outcome):
    """A folder with the project, its files, and what to type."""
    place = folder / f"{found[0][0].replace(' ', '-')}-{case.seed}"
    place.mkdir(parents=True, exist_ok=True)
    (place / "project.tendril.json").write_text(json.dumps(case.project(changes), indent=1))
    for name, text in case.base.files.items():
        (place / name).write_text(text)
    command = shlex.join(["tendril", case.command, "project.tendril.json", *case.arguments])
    lines = [f"seed {case.seed}, {case.base.name}", command, *[f"{kind}: {text}" for kind, text in found],
             "changes: " + json.dumps(changes), f"exit code {outcome.code}", outcome.err[-1000:]]
    (place / "what.txt").write_text("\n".join(lines) + "\n")


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", type=pathlib.Path, help="tendril")
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0, help="of the first run; the next ones follow")
    parser.add_argument("--limit", type=float, default=20, help="s that a run may take before it is interrupted")
    parser.add_argument("--memory", type=int, default=6, help="GB that a run may take; 0: any, for sanitizers")
    parser.add_argument("--until", type=float, help="s after which no further run begins")
    parser.add_argument("--only", default="", help="projects whose name contains this")
    parser.add_argument("--skip", default="no project", help="projects whose name contains this are left out")
    parser.add_argument("--out", type=pathlib.Path, help="folder for findings")
    parser.add_argument("--shrink", action="store_true", help="leave out changes that a finding does not need")
    return parser.parse_args()


def main():
    given = options()
    begin, counts, slow, codes, done = time.monotonic(), collections.Counter(), collections.Counter(), collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(given.program.resolve(), given.limit, folder, given.memory)
        declared = Declarations((ROOT / "core/project/project-format.md").read_text(), runner.ask)
        found = [base for base in bases(ROOT) if given.only in base.name and given.skip not in base.name]
        for seed in range(given.seed, given.seed + given.runs):
            if given.until and time.monotonic() - begin > given.until:
                break
            case = Case(seed, found, declared)
            outcome = case.run(runner)
            done += 1
            codes[outcome.code] += 1
            slow[case.command] += outcome.slow
            wrong = judge(outcome)
            for kind, text in wrong:
                counts[kind] += 1
                print(f"seed {seed}: {case.base.name}: {case.command}: {kind}: {text}".splitlines()[0][:240], flush=True)
            if given.out and (wrong or outcome.slow):
                changes = shrink(case, runner, wrong[0][0]) if wrong and given.shrink else case.changes
                write_finding(given.out, case, changes, wrong or [("slow", "interrupted")], outcome)
    print(f"{done} runs in {time.monotonic() - begin:.0f} s; exit codes {dict(sorted(codes.items()))}; "
          f"interrupted {dict(+slow)}; findings {dict(counts)}")
    return 1 if counts else 0


if __name__ == "__main__":
    sys.exit(main())
