// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/model/plugin/plugin_functions.hpp"
#include "core/model/rod/basis/basis.hpp"

namespace tendril {

/// A basis of a plugin; throws std::invalid_argument as makeStrainBasis does, and where the plugin's answers cannot be
/// used.
StrainBasisPtr makePluginBasis(std::shared_ptr<const PluginBasis> family, int order);

}  // namespace tendril
