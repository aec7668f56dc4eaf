// SPDX-License-Identifier: BSD-3-Clause
// Makers of the built-in strain bases, one function per family; listed in basis.cpp. `order` is already checked.
#pragma once

#include "core/model/rod/basis/basis.hpp"

namespace tendril {

StrainBasisPtr makeConstantBasis(int order);
StrainBasisPtr makeMonomialBasis(int order);
StrainBasisPtr makeLegendreBasis(int order);
StrainBasisPtr makeChebyshevBasis(int order);
StrainBasisPtr makeFourierBasis(int order);
StrainBasisPtr makeGaussianBasis(int order);
StrainBasisPtr makeInverseMultiquadricBasis(int order);
StrainBasisPtr makePiecewiseConstantBasis(int elements);
StrainBasisPtr makeFemLinearBasis(int elements);
StrainBasisPtr makeFemQuadraticBasis(int elements);
StrainBasisPtr makeFemCubicBasis(int elements);
StrainBasisPtr makeHermiteBasis(int elements);

}  // namespace tendril
