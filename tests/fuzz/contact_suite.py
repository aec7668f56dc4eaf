#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Throws everything that can touch at everything, with all integrators and stiffnesses, and tells what passes through
or gains energy. See README.md."""
import argparse
import concurrent.futures
import csv
import io
import itertools
import json
import math
import pathlib
import sys
import tempfile
import threading

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from mutate_runs import Runner  # noqa: E402

INTEGRATORS = ("generalized_alpha", "newmark", "bdf", "ida", "adams", "runge_kutta_4")
STIFFNESSES = (1e4, 1e5, 1e6, 1e7, 1e8)
MASS = 0.3    # kg, of what is rigid
GAIN = 0.01   # of the energy of the impact
AFTER = 0.004  # s: later than that after the last touch, what vibrates is the method's own matter

WEDGE = """v -0.03 -0.03 -0.02
v -0.03 0.03 -0.02
v -0.03 0.0 0.04
v 0.03 -0.03 -0.02
v 0.03 0.03 -0.02
v 0.03 0.0 0.04
f 1 3 2
f 4 5 6
f 1 2 5
f 1 5 4
f 2 3 6
f 2 6 5
f 3 1 4
f 3 4 6
"""


def rigid(visual):
    return {"type": "rigid", "mass": MASS, "inertia": [3e-4, 3e-4, 3e-4, 0, 0, 0], "visual": visual}


# name: (body, how far it reaches up and down from its origin, m)
BODIES = {
    "ball": (rigid({"sphere": 0.03}), 0.03),
    "plate": (rigid({"box": [0.2, 0.2, 0.02]}), 0.01),
    "box": (rigid({"box": [0.08, 0.06, 0.05]}), 0.025),
    "cylinder": (rigid({"cylinder": {"radius": 0.03, "length": 0.09}}), 0.03),
    "capsule": (rigid({"capsule": {"radius": 0.02, "length": 0.08}}), 0.02),
    "mesh": (rigid({"mesh": "wedge.obj"}), 0.04),
    "rod": ({"type": "rod", "material": "rubber", "length": 0.2, "quadrature": 5,
             "section": {"shape": "circle", "radius": 0.02},
             "strain": {"bending_y": {"basis": "legendre", "order": 2}, "bending_z": {"basis": "legendre", "order": 2}}},
            0.02),
    "volume": ({"type": "primitives", "material": "jelly", "length": 0.1,
                "mesh": {"box": {"height": 0.04, "width": 0.04, "tetrahedra": 100}},
                "primitives": [{"type": "bending_z", "modes": ["1/L"]}, {"type": "stretch", "modes": ["X"]}]}, 0.02),
}
SOFT = {"rod": 0.2, "volume": 0.1}  # m: they lie along x from their origin

# name: (keys of the contact, height of its top above the origin)
SURFACES = {
    "plane": ({"surface": "plane"}, 0.0),
    "sphere": ({"surface": "sphere", "radius": 0.04}, 0.04),
    "cylinder": ({"surface": "cylinder", "radius": 0.03, "length": 0.3, "axis": [0, 1, 0]}, 0.03),
    "post": ({"surface": "cylinder", "radius": 0.02, "length": 0.2}, 0.1),
    "box": ({"surface": "box", "size": [0.05, 0.3, 0.06]}, 0.03),
    "mesh": ({"surface": "mesh", "file": "wedge.obj"}, 0.04),
}


def speed_for(stiffness):
    """m/s: what is softest must not have to stop more than it can before the middle of the thinnest."""
    return 0.3 if stiffness < 3e4 else 1.0


def link(name, body, height, speed, turn):
    """A free link that falls: `turn` (rad) about x, so that nothing meets flat; soft bodies have their middle at x = 0."""
    x = -SOFT.get(body, 0) / 2 + 0.003
    c, s = math.cos(turn / 2), math.sin(turn / 2)
    pose = [x, 0.002, height, c, s, 0, 0]
    v = [0, 0, 0, 0, -speed * math.sin(turn), -speed * math.cos(turn)]  # in the axes of the body
    return {"name": name, "parent": "world", "joint": {"type": "free", "q0": pose, "v0": v}, "body": BODIES[body][0]}


def project(links, contact, stiffness, integrator, gravity):
    load = {"name": "touch", "type": "contact", "stiffness": stiffness, "damping": 0, "friction": 0, **contact}
    return {"format": "tendril", "version": 1, "gravity": [0, 0, -gravity],
            "materials": {"rubber": {"density": 1000, "young": 1e6, "poisson": 0.45},
                          "jelly": {"density": 1000, "model": "neo_hookean", "c1": 1e5}},
            "links": links, "loads": [load],
            "simulation": {"step": 0.002, "duration": round(0.04 / speed_for(stiffness) + 0.04, 3), "integrator": integrator, "rtol": 1e-4, "atol": 1e-7}}


def on_surface(body, surface, stiffness, integrator):
    keys, top = SURFACES[surface]
    speed, turn = speed_for(stiffness), 0.03
    start = top + BODIES[body][1] + 0.01
    links = [link("a", body, start, speed, turn)]
    contact = {"between": ["a", "world"], **keys}
    return project(links, contact, stiffness, integrator, 0), [top - 0.0]


def on_another(first, second, stiffness, integrator):
    speed, turn = speed_for(stiffness), 0.03
    start = BODIES[first][1] + BODIES[second][1] + 0.01
    upper = link("a", first, start, speed, turn)
    lower = link("b", second, 0, 0, 0)
    quarter = math.sqrt(0.5)  # across the other about z
    lower["joint"]["q0"][3:] = [quarter, 0, 0, quarter]
    lower["joint"]["q0"][:2] = [0, -SOFT.get(second, 0) / 2]
    return project([upper, lower], {"between": ["a", "b"]}, stiffness, integrator, 0), None


def columns(table):
    rows = list(csv.reader(io.StringIO(table)))
    return {name: [float(row[i]) if row[i] else math.nan for row in rows[1:]] for i, name in enumerate(rows[0])}


def wrong(outcome, floor):
    """What is wrong with a run; `floor`: m, below which what falls may not come; None: it may not come below the other."""
    if outcome.slow:
        return "slow"
    if outcome.code != 0:
        return f"exit {outcome.code}: {outcome.err.strip()[:160]}"
    table = columns(outcome.table)
    energy = [sum(parts) for parts in zip(*(table[f"energy.{k}"] for k in ("kinetic", "gravity", "elastic")))]
    height = table["a.q[2]"] if floor else [a - b for a, b in zip(table["a.q[2]"], table["b.q[2]"])]
    if min(height) == height[-1]:
        return "never meets"
    events = [event["t"] for event in json.loads(outcome.out)["events"]]  # none where it parts within a step
    last = max(events + [table["t"][height.index(min(height))]])
    impact = [e for t, e in zip(table["t"], energy) if t <= last + AFTER]
    gain = max(impact) - energy[0]
    if gain > GAIN * energy[0]:
        return f"gains {gain / energy[0]:.1%}"
    below = (floor[0] if floor else 0)
    if min(height) < below:
        return f"passes: {min(height):.4f} m"
    if height[-1] <= height[0] and energy[-1] < 0.5 * energy[0]:
        return f"loses {1 - energy[-1] / energy[0]:.0%}"
    return ""


def cases(arguments):
    for stiffness, integrator in itertools.product(arguments.stiffness, arguments.integrator):
        for body, surface in itertools.product(BODIES, SURFACES):
            yield (body, surface, stiffness, integrator), on_surface
        for first, second in itertools.combinations_with_replacement(BODIES, 2):
            yield (first, second, stiffness, integrator), on_another


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--stiffness", type=float, nargs="+", default=STIFFNESSES)
    parser.add_argument("--integrator", nargs="+", default=INTEGRATORS)
    parser.add_argument("--only", help="name of a body or surface")
    parser.add_argument("--limit", type=float, default=60, help="s, of one run")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    local, found, count = threading.local(), [], 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        def run(case):
            key, make = case
            if not hasattr(local, "runner"):
                local.folder = tempfile.mkdtemp(dir=folder)
                local.runner = Runner(pathlib.Path(arguments.program).resolve(), arguments.limit, local.folder)
            made, floor = make(*key)
            options = ["--json", "--every", "0.002", "--out", "run.csv"]
            return key, wrong(local.runner.run("simulate", options, made, {"wedge.obj": WEDGE}), floor)

        chosen = [case for case in cases(arguments) if not arguments.only or arguments.only in case[0][:2]]
        for key, text in pool.map(run, chosen):
            count += 1
            if text:
                found.append(key)
                print(f"{key[0]} on {key[1]}, {key[2]:.0e}, {key[3]}: {text}", flush=True)
    print(f"{count} runs, {len(found)} wrong")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
