/* SPDX-License-Identifier: BSD-3-Clause */
/* The interface between Tendril and a plugin: a shared library that adds strain bases, deformation primitives,
 * material laws and controllers. Plain C; tendril_plugin.hpp beside it makes these tables from C++ functions.
 * plugins/README.md says how to build a plugin and where to put it.
 *
 * A plugin exports one function, tendril_plugin(), that returns a table which lives as long as the library. Tendril
 * calls the functions of the tables from several threads at once. They return 0, or any other number where they fail.
 * All numbers are SI units and radians, all texts UTF-8. Names consist of small letters, digits and "_", start with a
 * letter, and are those that project files hold. */
#ifndef TENDRIL_PLUGIN_H
#define TENDRIL_PLUGIN_H

#ifdef __cplusplus
extern "C" {
#endif

/* Plugins of the same major version, and of the same or a lower minor one, are loaded. A minor version adds fields at
 * the end of TendrilPlugin, which are not looked at in tables that say a lower one. 1.1: controllers. */
#define TENDRIL_PLUGIN_MAJOR 1
#define TENDRIL_PLUGIN_MINOR 1

#if defined(_WIN32)
#define TENDRIL_PLUGIN_EXPORT __declspec(dllexport)
#else
#define TENDRIL_PLUGIN_EXPORT __attribute__((visibility("default")))
#endif

/* A strain basis: count(order) functions of s in [0, 1] along a division of a rod. */
typedef struct TendrilBasis {
  const char* name;
  const char* meaning; /* one line for people */
  int smallest_order, largest_order;
  int (*count)(int order);        /* functions, 1...1000 */
  int (*gauss_points)(int order); /* per element, that integrate products of two functions well; 1...100 */
  /* Places in (0, 1), ascending, where a function is not smooth: elements meet there. Returns how many there are and
   * writes at most `capacity` of them. NULL: none. */
  int (*breakpoints)(int order, double* out, int capacity);
  /* values[i * count(order) + k] = function k at s[i]; at a breakpoint that of the element on the left. */
  int (*evaluate)(int order, int points, const double* s, double* values);
} TendrilBasis;

/* A deformation primitive of the family `composed`: a map f(x, y, z, m, M) of points. x runs along the body; m is the
 * sum of the primitive's modes at x, each times its coordinate, and M the integral of m from 0 to x. At m = M = 0
 * nothing moves, and for every m(x) the volume is kept: det(f_x + m f_M, f_y, f_z) = 1 and det(f_m, f_y, f_z) = 0.
 *
 * evaluate() gives the Taylor coefficients of f: f(p + d) = sum of out[term] * d^term over the 1, 6, 21, 56 or 126
 * monomials up to `degree` = 0, 1, 2, 3 or 4 in the five variables. (A coefficient is the partial derivative over the
 * factorials of the exponents.) Monomials stand in ascending degree, those of a degree in the order of their letters
 * x < y < z < m < M: 1; x, y, z, m, M; xx, xy, xz, xm, xM, yy, yz, ...; xxx, xxy, ...
 *
 * `points` points are given as in[5 * i] = x, y, z, m, M. Answers: out[(3 * i + c) * terms + term] of the components
 * c = 0, 1, 2; margin[i]: 1 where nothing is in danger, 0 at the end of what the primitive can do, negative beyond. */
typedef struct TendrilPrimitive {
  const char* name;
  const char* meaning;             /* one line for people */
  const char* limit;               /* what happens where the margin ends: "its bulge flattens sections to nothing" */
  double mode_size, integral_size; /* values of m and M, well inside, up to which the primitive is checked */
  int opens_axis; /* not 0: not defined at y = z = 0; bodies need a bore, frames on the axis leave it out */
  int (*evaluate)(int degree, int points, const double* in, double* out, double* margin);
} TendrilPrimitive;

typedef struct TendrilCoefficient {
  const char* name;
  const char* unit;    /* SI, "" where there is none */
  const char* meaning; /* one line for people */
  double standard;     /* if the material gives none */
  double minimum, maximum;
} TendrilCoefficient;

/* A law of incompressible volumes: energy per volume W(I1, I2) in Pa, 0 at rest (I1 = I2 = 3), where W1 + W2, half the
 * shear modulus, is positive. out[6 * i] = W, W1, W2, W11, W12, W22 at (I1[i], I2[i]): derivatives by the invariants.
 */
typedef struct TendrilLaw {
  const char* name;
  const char* meaning; /* one line for people: the formula */
  int coefficient_count;
  const TendrilCoefficient* coefficients;
  int (*evaluate)(const double* coefficients, int points, const double* I1, const double* I2, double* out);
} TendrilLaw;

typedef struct TendrilControllerSignal {
  const char* name;
  const char* unit;    /* SI, "" where there is none */
  const char* meaning; /* one line for people */
} TendrilControllerSignal;

/* A controller. It is asked at samples, and what it demands is held until the next one.
 *
 * evaluate() gets the parameters in the order of the table, the time t (s) and the time `step` since the sample before
 * (0 at the first one), the nq coordinates q and nv velocities v of the whole robot in the order of its links (free
 * joints: position, quaternion w x y z; body twist, angular velocity first), and how many outputs it has. It writes one
 * demand per output (a force, a torque, a tension, a pressure), and its signals. `state` holds its memory,
 * state_count + states_per_output * outputs numbers, 0 at the first sample, which it may change. The same arguments
 * give the same numbers, whatever was asked before: what it must remember belongs in `state`, so that a run can be
 * resumed and rewound. */
typedef struct TendrilController {
  const char* name;
  const char* meaning; /* one line for people */
  int parameter_count;
  const TendrilCoefficient* parameters;
  int state_count, states_per_output;
  int signal_count;
  const TendrilControllerSignal* signals;
  /* 0: it can serve a robot of this size; any other number: it cannot, and last_error() says what it needs. NULL: it
   * can serve all. */
  int (*fits)(int nq, int nv, int outputs);
  int (*evaluate)(const double* parameters, double t, double step, int nq, const double* q, int nv, const double* v,
                  int outputs, double* state, double* demand, double* signals);
} TendrilController;

typedef struct TendrilPlugin {
  int major, minor;    /* TENDRIL_PLUGIN_MAJOR, TENDRIL_PLUGIN_MINOR: the version that it was built with */
  const char* name;    /* for people, unique */
  const char* version; /* of the plugin */
  const char* author;
  const char* description; /* one line for people */
  int basis_count;
  const TendrilBasis* bases;
  int primitive_count;
  const TendrilPrimitive* primitives;
  int law_count;
  const TendrilLaw* laws;
  const char* (*last_error)(void); /* why the last call on this thread failed; may be NULL, and may return NULL */
  /* since 1.1 */
  int controller_count;
  const TendrilController* controllers;
} TendrilPlugin;

TENDRIL_PLUGIN_EXPORT const TendrilPlugin* tendril_plugin(void);

#ifdef __cplusplus
}
#endif
#endif
