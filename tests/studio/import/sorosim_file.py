# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a linkage as SoRoSim saves it, and prints what the toolbox would find for it.

Arguments: the file; "objects" (as MATLAB saves objects of classes), "packed" (the same, compressed) or "struct" (by
SciPy, as a struct). Prints the stiffness and damping matrices, row by row, by an own quadrature.
"""
import struct
import sys
import zlib

import numpy as np
import scipy.io


class Object:
    """An object of a class; several of one class side by side are a list."""

    def __init__(self, kind, **fields):
        self.kind, self.fields = kind, fields


class Function(str):
    """The text of an anonymous function."""


def turned(angle, *position):
    c, s = np.cos(angle), np.sin(angle)
    X = np.eye(4)
    X[:3, :3] = [[c, -s, 0], [s, c, 0], [0, 0, 1]]
    X[:3, 3] = position
    return X


def cells(*items):
    out = np.empty((1, len(items)), dtype=object)
    for i, item in enumerate(items):
        out[0, i] = item
    return out


EMPTY = np.zeros((0, 0))
YOUNG, POISSON, VISCOSITY, DENSITY = 2e6, 0.4, 3e3, 1100.0
SHEAR = YOUNG / (2 * (1 + POISSON))
LENGTHS = (0.2, 0.3)
RADII = ("X1.*(-1.0./1.0e+2)+3.0./1.0e+2", "0.02")
ORDERS = (np.array([1, 2, 2, 0, 0, 0.0]), np.array([0, 1, 1, 1, 0, 0.0]))
ENABLED = (np.array([1, 1, 1, 1, 0, 0.0]), np.array([0, 1, 1, 1, 0, 0.0]))
BASES = ("Legendre Polynomial", "Monomial")


def linkage():
    mass, inertia = 0.7, np.diag([0.001, 0.004, 0.005])
    body = np.zeros((6, 6))
    body[:3, :3], body[3:, 3:] = inertia, mass * np.eye(3)
    rigid = Object("SorosimLink", jointtype="R", linktype="r", npie=1.0, ld=EMPTY, L=0.3, CS="C",
                   r=Function("@(X1)0.03"), gi=turned(0.4, 0.15, 0.01, 0), gf=turned(-0.4, 0.15, -0.01, 0), E=EMPTY,
                   Poi=EMPTY, G=EMPTY, Eta=EMPTY, Rho=1000.0, Kj=2.0, Dj=0.3, M=body, color=np.array([[1, 0.5, 0]]),
                   CPF=0.0)
    soft = Object("SorosimLink", jointtype="N", linktype="s", npie=3.0, ld=cells(*LENGTHS), L=sum(LENGTHS), CS="C",
                  r=cells(*(Function("@(X1)" + r) for r in RADII)), gi=cells(np.eye(4), turned(0.2, 0.01, 0, 0)),
                  gf=cells(np.eye(4), np.eye(4)), E=YOUNG, Poi=POISSON, G=SHEAR, Eta=VISCOSITY, Rho=DENSITY, Kj=EMPTY,
                  Dj=EMPTY, M=EMPTY, color="b", CPF=0.0)
    axis = np.array([[0, 0, 1, 0, 0, 0.0]]).T
    joint = Object("SorosimRod", any=dict(Type=EMPTY, Phi=axis, dof=1.0))
    fixed = Object("SorosimRod", any=dict(Type=EMPTY, Phi=EMPTY, dof=0.0))
    straight = Function("@(X)[0 0 0 1 0 0]'")
    curved = Function("@(X)[0;0;0.5.*X;1;0;0]")
    rods = [Object("SorosimRod", any=dict(Type=BASES[i], SubClass=EMPTY, Phi_dof=ENABLED[i][:, None],
                                          Phi_odr=ORDERS[i][:, None], xi_starfn=(straight, curved)[i], nip=7.0))
            for i in range(2)]
    cable = Function("@(X)[0;0.02+-0.03*X;0.01]")
    return Object(
        "SorosimLinkage", N=2.0, VLinks=[rigid, soft], LinkIndex=np.array([[1, 2.0]]).T,
        CVRods=cells([joint], [fixed, *rods]).T, iLpre=np.array([[0, 1.0]]).T,
        g_ini=np.vstack([turned(0.3, 0, 0, 0.5), turned(0.1, 0.02, 0, 0)]), nCLj=0.0, Gravity=1.0,
        G=np.array([[0, 0, 0, 0, 0, -9.81]]).T, np=0.0, CEF=1.0, Actuated=1.0, i_jact=1.0, WrenchControlled=1.0,
        n_sact=1.0, Sdiv=np.array([[0, 1.0]]), Ediv=np.array([[0, 2.0]]),
        CableFunction=dict(dc_fn=cells(EMPTY, cable), dcp_fn=cells(EMPTY, EMPTY)), Damped=1.0)


# ---- as MATLAB writes it
def element(kind, data):
    return struct.pack("<II", kind, len(data)) + data + b"\0" * (-len(data) % 8)


def matrix(kind, size, name, *parts):
    head = element(6, struct.pack("<II", kind, 0))
    shape = element(5, struct.pack("<%di" % len(size), *size)) if size is not None else b""
    return element(14, head + shape + element(1, name.encode()) + b"".join(parts))


class Writer:
    def __init__(self):
        self.names, self.classes, self.objects, self.values, self.blocks = [], [], [], [], []

    def name(self, text):
        if text not in self.names:
            self.names.append(text)
        return self.names.index(text) + 1

    def add(self, item):
        """Numbers an object after those that it holds."""
        properties = [(self.name(key), 1, self.value(value)) for key, value in item.fields.items()]
        if item.kind not in self.classes:
            self.name(item.kind)
            self.classes.append(item.kind)
        self.blocks.append(properties)
        self.objects.append((self.classes.index(item.kind) + 1, "any" in item.fields, len(self.blocks) - 1))
        return len(self.objects)

    def value(self, value):
        at = len(self.values)
        self.values.append(None)
        self.values[at] = self.encoded(value)
        return at

    def reference(self, items):
        numbers = [self.add(item) for item in items]
        kind = self.classes.index(items[0].kind) + 1
        data = [0xDD000000, 2, 1, len(items), *numbers, kind]
        return data

    def encoded(self, value, name=""):
        if isinstance(value, Object):
            value = [value]
        if isinstance(value, list):
            data = self.reference(value)
            return matrix(13, (len(data), 1), name, element(6, struct.pack("<%dI" % len(data), *data)))
        if isinstance(value, Function):
            about = dict(matlabroot="", separator="/", sentinel="@",
                         function_handle=dict(function="sf%0" + value, type="anonymous", file=""))
            mark = matrix(13, (1, 1), "", element(6, struct.pack("<I", 0xDD000000)))
            return matrix(1, (2, 1), name, mark, self.encoded(about))
        if isinstance(value, str):
            return matrix(4, (1, len(value)), name, element(16, value.encode()))
        if isinstance(value, dict):
            keys = b"".join(key.encode().ljust(32, b"\0") for key in value)
            length = struct.pack("<HHI", 5, 4, 32)
            return matrix(2, (1, 1), name, length, element(1, keys), *(self.encoded(v) for v in value.values()))
        value = np.atleast_2d(np.asarray(value))
        if value.dtype == object:
            return matrix(1, value.shape, name, *(self.encoded(v) for v in value.flatten(order="F")))
        data = value.astype("<f8").flatten(order="F").tobytes()
        return matrix(6, value.shape, name, element(9, data))

    def table(self):
        text = b"".join(name.encode() + b"\0" for name in self.names)
        text += b"\0" * (-len(text) % 8)
        kinds = b"".join(struct.pack("<IIII", 0, self.name(kind), 0, 0) for kind in ["", *self.classes][1:])
        kinds = struct.pack("<IIII", 0, 0, 0, 0) + kinds
        saved, plain, entries = [[]], [[]], struct.pack("<IIIIII", 0, 0, 0, 0, 0, 0)
        for number, (kind, whole, block) in enumerate(self.objects, 1):
            blocks = saved if whole else plain
            blocks.append(self.blocks[block])
            index = len(blocks) - 1
            entries += struct.pack("<IIIIII", kind, 0, 0, index if whole else 0, 0 if whole else index, number)

        def packed(blocks):
            out = b""
            for block in blocks:
                out += struct.pack("<I", len(block)) + b"".join(struct.pack("<III", *each) for each in block)
                out += b"\0" * (-len(out) % 8)
            return out

        parts = [text, kinds, packed(saved), entries, packed(plain)]
        places, at = [], 40
        for part in parts:
            at += len(part)
            places.append(at)
        places += [at] * 3
        return struct.pack("<II", 4, len(self.names)) + struct.pack("<8I", *places) + b"".join(parts)

    def file(self, name, item, packed):
        number = self.add(item)
        kind = self.classes.index(item.kind) + 1
        data = struct.pack("<6I", 0xDD000000, 2, 1, 1, number, kind)
        value = matrix(13, (6, 1), "", element(6, data))
        variable = matrix(17, None, name, element(1, b"MCOS"), element(1, item.kind.encode()), value)
        table = self.table()
        array = [matrix(9, (len(table), 1), "", element(2, table)), matrix(1, (0, 0), ""), *self.values]
        wrapper = matrix(17, None, "", element(1, b"MCOS"), element(1, b"FileWrapper__"),
                         matrix(1, (len(array), 1), "", *array))
        top = matrix(2, (1, 1), "", struct.pack("<HHI", 5, 4, 5), element(1, b"MCOS\0"), wrapper)
        system = struct.pack("<HccI", 0x0100, b"I", b"M", 0) + top
        last = matrix(9, (1, len(system)), "", element(2, system))
        if packed:
            variable, last = (struct.pack("<II", 15, len(z)) + z for z in map(zlib.compress, (variable, last)))
        head = b"MATLAB 5.0 MAT-file, made after its pattern".ljust(116) + struct.pack("<Q", 128 + len(variable))
        return head + struct.pack("<Hcc", 0x0100, b"I", b"M") + variable + last


def plain(value):
    """Without objects: structs, and functions as their text."""
    if isinstance(value, Object):
        fields = value.fields["any"] if "any" in value.fields else value.fields
        return {key: plain(each) for key, each in fields.items()}
    if isinstance(value, list):
        items = [plain(item) for item in value]
        keys = list(dict.fromkeys(key for item in items for key in item))
        out = np.empty((1, len(items)), dtype=[(key, object) for key in keys])
        for i, item in enumerate(items):
            for key in keys:
                out[key][0, i] = item.get(key, EMPTY)
        return out
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, np.ndarray) and value.dtype == object:
        out = np.empty_like(value)
        for index, each in np.ndenumerate(value):
            out[index] = plain(each)
        return out
    return str(value) if isinstance(value, str) else value


# ---- what the toolbox finds
def matrices():
    points, weights = np.polynomial.legendre.leggauss(5)
    points, weights = (points + 1) / 2, weights / 2
    sizes = [int(sum(on * (order + 1))) for on, order in zip(ENABLED, ORDERS)]
    K, D = np.zeros((1 + sum(sizes),) * 2), np.zeros((1 + sum(sizes),) * 2)
    K[0, 0], D[0, 0] = 2.0, 0.3
    start = 1
    for i, length in enumerate(LENGTHS):
        for X, w in zip(points, weights):
            r = 0.03 - 0.01 * X if i == 0 else 0.02
            area, second = np.pi * r ** 2, np.pi * r ** 4 / 4
            stiff = np.diag([SHEAR * 2 * second, YOUNG * second, YOUNG * second, YOUNG * area, SHEAR * area, SHEAR * area])
            damp = VISCOSITY * np.diag([2 * second, 3 * second, 3 * second, 3 * area, area, area])
            columns = []
            for strain in range(6):
                for p in range(int(ENABLED[i][strain] * (ORDERS[i][strain] + 1))):
                    unit = np.zeros(6)
                    function = np.polynomial.legendre.Legendre.basis(p)(2 * X - 1) if i == 0 else X ** p
                    unit[strain] = function / (length if strain < 3 else 1)
                    columns.append(unit)
            basis = np.array(columns).T
            part = slice(start, start + sizes[i])
            K[part, part] += w * length * basis.T @ stiff @ basis
            D[part, part] += w * length * basis.T @ damp @ basis
        start += sizes[i]
    return K, D


def main():
    path, how = sys.argv[1:3]
    if how == "struct":
        scipy.io.savemat(path, {"S1": plain(linkage())})
    else:
        with open(path, "wb") as out:
            out.write(Writer().file("S1", linkage(), how == "packed"))
    for each in matrices():
        for row in each:
            print(*(repr(float(value)) for value in row))


main()
