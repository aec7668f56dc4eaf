# SPDX-License-Identifier: BSD-3-Clause
"""What must hold for a run of any command on any project."""
import csv
import io
import json
import math
import re

LARGEST = 1e6     # |q| of a run that ended well
BALANCE = 20.0    # % of what flowed
RESIDUAL = 1e-6   # of an equilibrium
CODES = (0, 2, 3, 4)
# Words of the language's library: a message that nobody wrote for a user.
INTERNAL = re.compile(r"std::|basic_string|vector::|bad_alloc|map::at|stod|stoi|invalid_argument|Assertion|terminate called")


class Outcome:
    """How a run ended: `code` is negative for a signal; `slow`: it was interrupted at the limit of time; `stuck`: it had
    to be killed then; `table`: text of the table that simulate wrote; `project`: what it ran."""

    def __init__(self, command, code, out="", err="", slow=False, stuck=False, table="", project=None):
        self.command, self.code, self.out, self.err = command, code, out, err
        self.slow, self.stuck, self.table, self.project = slow, stuck, table, project or {}


def judge(outcome):
    """[(kind, text)] of all that is wrong; empty if nothing is."""
    if outcome.stuck:
        return [("stuck", "had to be killed: does not end when interrupted")]
    if outcome.slow:
        return []
    if outcome.code < 0:
        return [("signal", f"ended by signal {-outcome.code}: {outcome.err[-300:]}")]
    if outcome.code not in CODES:
        return [("code", f"exit code {outcome.code}")]
    if outcome.code != 0:
        return _message(outcome)
    answer, wrong = _answer(outcome)
    check = {"simulate": _simulate, "statics": _statics, "modes": _modes, "verify": _verify}.get(outcome.command)
    if answer is not None and check:
        wrong += check(answer, outcome)
    return wrong


def _message(outcome):
    text = outcome.err.strip()
    if not text:
        return [("silent", f"exit code {outcome.code} without a message")]
    internal = INTERNAL.search(text)
    if internal:
        return [("internal", f"message of the library: {text[:300]}")]
    return []


def _answer(outcome):
    """(the JSON answer or None, what is wrong with its numbers)."""
    if outcome.command == "plot":
        return None, []
    wrong = []

    def constant(name):
        wrong.append(("not finite", f"{name} in the answer"))
        return math.nan

    try:
        return json.loads(outcome.out, parse_constant=constant), wrong[:1]
    except ValueError as error:
        return None, [("no JSON", f"{error}: {outcome.out[:200]}")]


def _numbers(value):
    if isinstance(value, (list, tuple)):
        return [number for each in value for number in _numbers(each)]
    return [math.nan if value is None else value] if not isinstance(value, (bool, str, dict)) else []


def _finite(name, value):
    numbers = _numbers(value)
    return [] if all(map(math.isfinite, numbers)) else [("not finite", f"{name}: {value}"[:300])]


def _simulate(answer, outcome):
    final = answer.get("final", {})
    wrong = _finite("final q", final.get("q")) + _finite("final v", final.get("v"))
    largest = max(map(abs, _numbers(final.get("q")) + _columns(outcome.table, ".q[")), default=0)
    if largest > _bound(outcome.table, outcome.project, final.get("t") or 0):
        wrong.append(("large q", f"|q| = {largest:.3g}"))
    return wrong + _balance(answer)


def _balance(answer):
    """Energy from nowhere never ends well; energy that the method takes out does with a warning."""
    balance = answer.get("balance")
    if balance is None or not math.isfinite(balance) or balance > BALANCE:
        return [("balance", f"balance {balance} %")]
    if balance < -BALANCE and not answer.get("warnings"):
        return [("balance", f"balance {balance} % without a warning")]
    return []


def _bound(table, project, duration):
    """A project that itself asks for more than 1e6, by its start, its speed or its gravity, gets what it asks for."""
    first = "\n".join(table.splitlines()[:2])
    start = max(map(abs, _columns(first, ".q[")), default=0)
    speed = max(map(abs, _columns(first, ".v[")), default=0)
    return LARGEST + 10 * (start + speed * duration + _given(project, ("gravity",)) * duration**2)


def _given(value, keys, inside=False):
    """The largest number that stands in a project under one of the keys."""
    if isinstance(value, dict):
        return max((_given(each, keys, inside or key in keys) for key, each in value.items()), default=0)
    if isinstance(value, list):
        return max((_given(each, keys, inside) for each in value), default=0)
    return abs(value) if inside and isinstance(value, (int, float)) and math.isfinite(value) else 0


def _columns(table, part):
    """All numbers of a table in the columns whose names contain a text."""
    rows = list(csv.reader(io.StringIO(table)))
    if not rows:
        return []
    columns = [i for i, name in enumerate(rows[0]) if part in name]
    return [float(row[i]) for row in rows[1:] for i in columns if i < len(row) and row[i]]


def _statics(answer, outcome):
    wrong = _finite("q", answer.get("q"))
    residual = answer.get("residual")
    if residual is None or not residual <= RESIDUAL:
        wrong.append(("residual", f"residual {residual}"))
    largest = max(map(abs, _numbers(answer.get("q"))), default=0)
    if largest > LARGEST + 10 * _given(outcome.project, ("position", "q0")):
        wrong.append(("large q", f"|q| = {largest:.3g}"))
    return wrong


def _modes(answer, outcome):
    return [each for name in ("frequencies", "damping", "eigenvalues") for each in _finite(name, answer.get(name, []))]


def _verify(answer, outcome):
    bad = [f"{name}: {check.get('error')}" for name, check in answer.items()
           if isinstance(check, dict) and not check.get("good", True)]
    return [("verify", "exit 0 with " + "; ".join(bad))] if bad else []
