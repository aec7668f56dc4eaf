// SPDX-License-Identifier: BSD-3-Clause
#define TENDRIL_INSTANTIATE template
#include "core/math/eigen_instances.hpp"
