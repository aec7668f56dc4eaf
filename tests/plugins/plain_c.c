/* SPDX-License-Identifier: BSD-3-Clause */
/* A plugin without C++: two straight lines that meet in the middle of a division. */
#include <stddef.h>

#include "plugins/sdk/tendril_plugin.h"

static int count(int order) {
  return order + 2;
}

static int gaussPoints(int order) {
  return order + 3;
}

static int breakpoints(int order, double* out, int capacity) {
  (void)order;
  if (capacity > 0) out[0] = 0.5;
  return 1;
}

static int evaluate(int order, int points, const double* s, double* values) {
  for (int i = 0; i < points; ++i) {
    double power = 1;
    *values++ = s[i] > 0.5 ? 1 : 0;
    for (int k = 0; k <= order; ++k, power *= s[i]) *values++ = power;
  }
  return 0;
}

static const TendrilBasis bases[] = {
    {"stepped", "Powers of s, and a step in the middle", 0, 3, count, gaussPoints, breakpoints, evaluate}};

static const TendrilPlugin plugin = {TENDRIL_PLUGIN_MAJOR,
                                     TENDRIL_PLUGIN_MINOR,
                                     "Plain C",
                                     "0.3",
                                     "Tests",
                                     "A basis with a step",
                                     1,
                                     bases,
                                     0,
                                     NULL,
                                     0,
                                     NULL,
                                     NULL,
                                     0,
                                     NULL};

const TendrilPlugin* tendril_plugin(void) {
  return &plugin;
}
