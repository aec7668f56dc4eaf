// SPDX-License-Identifier: BSD-3-Clause
// Fixed-size vectors and matrices of the engine, on any scalar.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>  // cross products

namespace tendril {

template <class S>
using Vec3T = Eigen::Matrix<S, 3, 1>;
template <class S>
using Vec4T = Eigen::Matrix<S, 4, 1>;
template <class S>
using Vec6T = Eigen::Matrix<S, 6, 1>;
template <class S>
using Mat3T = Eigen::Matrix<S, 3, 3>;
template <class S>
using Mat6T = Eigen::Matrix<S, 6, 6>;
template <class S>
using Mat6XT = Eigen::Matrix<S, 6, Eigen::Dynamic>;
template <class S>
using VecXT = Eigen::Matrix<S, Eigen::Dynamic, 1>;
template <class S>
using MatXT = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;

using Vec3 = Vec3T<double>;
using Vec4 = Vec4T<double>;
using Vec6 = Vec6T<double>;
using Mat3 = Mat3T<double>;
using Mat6 = Mat6T<double>;
using Mat6X = Mat6XT<double>;
using VecX = VecXT<double>;
using MatX = MatXT<double>;

using VecXRef = Eigen::Ref<const VecX>;
using VecXMut = Eigen::Ref<VecX>;
using MatXMut = Eigen::Ref<MatX>;

}  // namespace tendril
