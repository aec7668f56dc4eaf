// SPDX-License-Identifier: BSD-3-Clause
// Small projects for the tests of reading and building.
#pragma once

#include <string>

#include "core/project/project.hpp"

namespace tendril::test {

/// The example of the file format without what this version does not serve.
inline const std::string kHybrid = R"json({
  // comments are allowed
  "format": "tendril", "version": 1, "name": "Hybrid arm",
  "gravity": [0, 0, -9.81],
  "parameters": { "tip_radius": 0.015, "young": "=5e5*k", "k": 2 },
  "materials": { "silicone": { "density": 1000, "young": "=young", "poisson": 0.5, "viscosity": 1e4 } },
  "links": [
    { "name": "base", "parent": "world", "pose": { "position": [0, 0, 0.5], "rpy": [0, 1.5707963267948966, 0] },
      "joint": { "type": "fixed" },
      "body": { "type": "rigid", "mass": 1, "com": [0, 0, 0], "inertia": [0.01, 0.01, 0.01, 0, 0, 0],
                "tip": { "position": [0.05, 0, 0] }, "visual": { "box": [0.1, 0.1, 0.1] } } },
    { "name": "shoulder", "parent": "base",
      "joint": { "type": "revolute", "axis": [0, 0, 2], "damping": 0.01, "limits": [[-1.5, null]], "q0": [0.2],
                 "drive": { "type": "direct", "inertia": 0.001, "friction": 0.0 } },
      "body": { "type": "rigid", "mass": 0.5, "com": [0.1, 0, 0], "inertia": [1e-4, 2e-3, 2e-3, 0, 0, 0],
                "tip": { "position": [0.2, 0, 0] } } },
    { "name": "arm", "parent": "shoulder", "color": "#3a7bd5",
      "body": { "type": "rod", "material": "silicone", "length": 0.5,
                "section": { "shape": "circle", "radius": [0.03, "=tip_radius"] },
                "strain": { "torsion": { "basis": "legendre", "order": 4 },
                            "bending_z": { "basis": "fem_linear", "order": 3 },
                            "stretch": { "basis": "custom", "functions": ["1", "sin(pi*X)"] } },
                "reference_strain": [0, 0, "0.3*X", 1, 0, 0], "quadrature": 5, "magnus": 4 } } ],
  "actuators": [
    { "name": "tendon 1", "type": "tendon", "tension_only": true, "range": [0, 30],
      "route": [ { "link": "base", "points": [[0, 0.02, 0], [0.05, 0.02, 0]] },
                 { "link": "arm", "y": "r(X)", "z": "0", "from": 0, "to": 1 } ] },
    { "name": "motor", "type": "joint", "link": "shoulder", "mode": "force" } ],
  "loads": [ { "name": "push", "type": "point_wrench", "link": "arm", "at": 0.5, "frame": "world",
               "wrench": ["0", 0, "0", "0", "0.05*sin(t)", "k"] } ],
  "controllers": [ { "name": "pulls", "type": "signals",
                     "outputs": { "tendon 1": "5*(1-cos(2*pi*t/5))", "motor": ["tip_radius*t"] } } ],
  "simulation": { "duration": 10, "integrator": "generalized_alpha", "step": 0.002 },
  "variants": { "soft": { "materials.silicone.young": 2e5, "links.arm.body.section.radius[1]": "=tip_radius/2" } },
  "studio": { "camera": { "distance": 2.5 } },
  "provenance": { "links.arm.body.length": "our proposal" }
})json";

/// The example with one piece of text replaced by another.
inline std::string changed(const std::string& from, const std::string& to) {
  std::string text = kHybrid;
  const std::size_t at = text.find(from);
  if (at == std::string::npos) return "no such text in the example: " + from;
  return text.replace(at, from.size(), to);
}

}  // namespace tendril::test
