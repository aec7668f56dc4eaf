# SPDX-License-Identifier: BSD-3-Clause
"""Projects to change: the examples, those of the golden cases, and small ones with what these lack."""
import json
import re

_HEAD = {"format": "tendril", "version": 1}
_BOX = {"type": "rigid", "mass": 0.5, "com": [0.1, 0, 0], "inertia": [1e-4, 2e-3, 2e-3, 0, 0, 0], "tip": {"position": [0.2, 0, 0]}}
_SOFT = {"soft": {"density": 1000, "young": 1e6, "poisson": 0.5, "viscosity": 1e3}}
_ROD = {"type": "rod", "material": "soft", "length": 0.3, "section": {"shape": "circle", "radius": 0.01},
        "strain": {"bending_y": {"basis": "legendre", "order": 2}, "bending_z": {"basis": "legendre", "order": 2}}}


def _hinge(name, parent, **more):
    return {"name": name, "parent": parent, "joint": {"type": "revolute", "axis": [0, 1, 0], **more}, "body": _BOX}


SMALL = {
    "ball": {"objects": [{"name": "ball", "shape": {"sphere": 0.02}, "mass": 0.1, "pose": {"position": [0, 0, 0.03]}}],
             "loads": [{"name": "floor", "type": "contact", "between": ["ball", "world"], "surface": "plane", "stiffness": 1e5}]},
    "stops": {"links": [_hinge("a", "world", limits=[[-0.1, 0.1]], q0=[0.05]), _hinge("b", "a", damping=0.01)]},
    "loop": {"links": [_hinge("a", "world", q0=[0.5]), _hinge("b", "a", q0=[-1.0]), _hinge("c", "b", q0=[1.0])],
             "loops": [{"name": "pin", "type": "revolute", "axis": [0, 1, 0], "a": {"link": "c"},
                        "b": {"link": "world", "pose": {"position": [0.5, 0, 0]}}}]},
    "stuck loop": {"links": [_hinge("a", "world", q0=[0.5]), _hinge("b", "a", q0=[-1.0])],
                   "loops": [{"name": "pin", "type": "spherical", "a": {"link": "b"},
                              "b": {"link": "world", "pose": {"position": [0.35, 0, 0]}}}]},
    "driven": {"links": [_hinge("a", "world"), _hinge("b", "a")],
               "actuators": [{"name": "m", "type": "joint", "link": "a", "mode": "position", "signal": "0.1*sin(5*t)"},
                             {"name": "f", "type": "joint", "link": "b", "mode": "force"}],
               "controllers": [{"name": "c", "type": "signals", "outputs": {"f": "0.1*cos(9*t)"}}]},
    "tendon": {"materials": _SOFT, "links": [{"name": "arm", "parent": "world", "body": _ROD}],
               "actuators": [{"name": "pull", "type": "tendon", "tension_only": True, "route": [{"link": "arm", "y": "0.006", "z": "0"}]}],
               "controllers": [{"name": "c", "type": "signals", "outputs": {"pull": "2*t"}}]},
    "floating": {"materials": _SOFT, "gravity": [0, 0, 0],
                 "links": [{"name": "hull", "parent": "world", "joint": {"type": "free", "v0": [0, 0, 1, 0.1, 0, 0]}, "body": _BOX},
                           {"name": "tail", "parent": "hull", "body": _ROD}]},
    "bend": {"materials": _SOFT, "links": [{"name": "arm", "parent": "world",
             "body": {"type": "constant_curvature", "length": 0.3, "radius": 0.02, "material": "soft", "planar": False}}],
             "loads": [{"name": "push", "type": "point_wrench", "link": "arm", "wrench": [0, 0, 0, 0, "0.1*t", 0]}]},
    "empty": {},
}


class Base:
    """A project with the files that belong to it."""

    def __init__(self, name, project, files=None):
        self.name, self.project, self.files = name, project, files or {}


def bases(root, largest=400_000):
    """All projects below the source folder; golden cases only up to `largest` bytes."""
    found = [Base("small/" + name, {**_HEAD, **project}) for name, project in SMALL.items()]
    for path in sorted((root / "assets/examples").glob("*/*.tendril.json")):
        text = re.sub(r"^\s*//.*$", "", path.read_text(), flags=re.M)
        files = {each.name: each.read_text() for each in path.parent.iterdir() if each != path and each.suffix in (".msh", ".csv")}
        found.append(Base("examples/" + path.parent.name, json.loads(text), files))
    for path in sorted((root / "tests/golden").glob("*/*.json")):
        if path.stat().st_size > largest:
            continue
        case = json.loads(path.read_text())
        if isinstance(case.get("project"), dict):
            found.append(Base(f"golden/{path.stem}", case["project"], case.get("files")))
    return found
