/* SPDX-License-Identifier: BSD-3-Clause */
/* A library that is no plugin. */
int add(int a, int b);

int add(int a, int b) {
  return a + b;
}
