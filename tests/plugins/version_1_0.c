/* SPDX-License-Identifier: BSD-3-Clause */
/* A plugin that was built with version 1.0, whose table ends with last_error: what follows here is none of it. */
#include <stddef.h>

#include "plugins/sdk/tendril_plugin.h"

static int count(int order) {
  return order + 1;
}

static int evaluate(int order, int points, const double* s, double* values) {
  for (int i = 0; i < points; ++i) {
    double power = 1;
    for (int k = 0; k <= order; ++k, power *= s[i]) *values++ = power;
  }
  return 0;
}

static const TendrilBasis bases[] = {{"old_powers", "Powers of s", 0, 3, count, count, NULL, evaluate}};

static const struct {
  int major, minor;
  const char *name, *version, *author, *description;
  int basis_count;
  const TendrilBasis* bases;
  int primitive_count;
  const TendrilPrimitive* primitives;
  int law_count;
  const TendrilLaw* laws;
  const char* (*last_error)(void);
  int beyond;
  const char* further;
} plugin = {1, 0, "Old", "1.0", "Tests", "Of version 1.0", 1, bases, 0, NULL, 0, NULL, NULL, 77, "not a table"};

const TendrilPlugin* tendril_plugin(void) {
  return (const TendrilPlugin*)&plugin;
}
