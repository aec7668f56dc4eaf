#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_npz.py CART.npz CART.json GAINS.npz: fails where NumPy and SciPy do not find what Tendril wrote."""
import json
import sys
import zipfile

import numpy as np
import scipy.linalg
import scipy.signal

archive, text, gains = sys.argv[1:4]
for name in (archive, gains):
    assert zipfile.ZipFile(name).testzip() is None, "a checksum is wrong"
z = np.load(archive, allow_pickle=False)
answer = json.load(open(text, encoding="utf-8"))

for key in "ABCD":
    assert z[key].dtype == np.float64
    assert np.array_equal(z[key], np.array(answer[key])), key
for key in ("states", "inputs", "outputs"):
    assert list(z[key]) == [each["name"] for each in answer[key]], key
    assert list(z[key[:-1] + "_units"]) == [each["unit"] for each in answer[key]], key
assert z["poles"].dtype == np.complex128
wanted = np.sort_complex(scipy.linalg.eigvals(z["A"]))
assert np.allclose(np.sort_complex(z["poles"]), wanted, atol=1e-6)

system = scipy.signal.StateSpace(z["A"], z["B"], z["C"], z["D"])
assert system.A.shape == (4, 4) and system.D.shape == (8, 1)
g = np.load(gains, allow_pickle=False)
assert list(g["texts"]) == ["", "τ₁ in N·m", "plain"]


def same(a, b, bound, what):
    error = np.abs(a - b).max() / np.abs(b).max()
    assert error < bound, f"{what}: {error}"


same(g["X"], scipy.linalg.solve_continuous_are(z["A"], z["B"], g["Q"], g["R"]), 1e-10, "continuous Riccati equation")
phi, gamma = scipy.signal.cont2discrete((z["A"], z["B"], z["C"], z["D"]), 0.02)[:2]
same(g["Phi"], phi, 1e-12, "Phi")
same(g["Gamma"], gamma, 1e-12, "Gamma")
same(g["Xd"], scipy.linalg.solve_discrete_are(g["Phi"], g["Gamma"], g["Qd"], g["Rd"], s=g["Nd"]), 1e-9,
     "discrete Riccati equation")
