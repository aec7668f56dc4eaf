// SPDX-License-Identifier: BSD-3-Clause
// SE(3) as SO(3) over the dual numbers a + ε b, ε² = 0. A twist [ω; v] is the 3-vector ω + ε v, ad becomes the cross
// product, Ad_X the matrix R + ε p~R, and every analytic operator of rods.md §4 (T, its derivatives, Z) is a dual 3×3
// matrix A + ε B, that is [A 0; B A] as 6×6. A wrench [m; f] is f + ε m; its power with a twist is the ε part of their
// dot product. That turns the sums over ad^1 … ad^4 of [gvs] appendix A into the two terms of Rodrigues' formula.
#pragma once

#include "core/math/pose.hpp"

namespace tendril::screw {

struct Number {
  double a = 0, b = 0;
};

struct Vector {
  Vec3 a, b;
};

struct Matrix {
  Mat3 A, B;
};

inline Number operator+(Number x, Number y) {
  return {x.a + y.a, x.b + y.b};
}
inline Number operator*(Number x, Number y) {
  return {x.a * y.a, x.a * y.b + x.b * y.a};
}
inline Number operator*(double k, Number x) {
  return {k * x.a, k * x.b};
}

inline Vector twist(const Vec6& V) {
  return {V.head<3>(), V.tail<3>()};
}
inline Vector wrench(const Vec6& F) {
  return {F.tail<3>(), F.head<3>()};
}
inline Vec6 toTwist(const Vector& x) {
  Vec6 V;
  V << x.a, x.b;
  return V;
}

inline Vector operator+(const Vector& x, const Vector& y) {
  return {x.a + y.a, x.b + y.b};
}
inline Vector operator-(const Vector& x, const Vector& y) {
  return {x.a - y.a, x.b - y.b};
}
inline Vector operator*(double k, const Vector& x) {
  return {k * x.a, k * x.b};
}
inline Vector operator*(Number k, const Vector& x) {
  return {k.a * x.a, k.a * x.b + k.b * x.a};
}
inline Vector cross(const Vector& x, const Vector& y) {
  return {x.a.cross(y.a), x.a.cross(y.b) + x.b.cross(y.a)};
}
inline Number dot(const Vector& x, const Vector& y) {
  return {x.a.dot(y.a), x.a.dot(y.b) + x.b.dot(y.a)};
}

inline Matrix operator+(const Matrix& M, const Matrix& N) {
  return {M.A + N.A, M.B + N.B};
}
inline Matrix operator-(const Matrix& M, const Matrix& N) {
  return {M.A - N.A, M.B - N.B};
}
inline Matrix operator*(double k, const Matrix& M) {
  return {k * M.A, k * M.B};
}
inline Vector operator*(const Matrix& M, const Vector& x) {
  return {M.A.lazyProduct(x.a), M.A.lazyProduct(x.b) + M.B.lazyProduct(x.a)};
}
inline Matrix operator*(const Matrix& M, const Matrix& N) {
  Matrix P;
  P.A = M.A.lazyProduct(N.A);
  P.B = M.A.lazyProduct(N.B);
  P.B += M.B.lazyProduct(N.A);
  return P;
}
/// Mᵀ x.
inline Vector transposeTimes(const Matrix& M, const Vector& x) {
  return {M.A.transpose().lazyProduct(x.a), M.A.transpose().lazyProduct(x.b) + M.B.transpose().lazyProduct(x.a)};
}

/// M x~, by columns.
inline Mat3 timesSkew(const Mat3& M, const Vec3& x) {
  Mat3 P;
  P.col(0) = x.z() * M.col(1) - x.y() * M.col(2);
  P.col(1) = x.x() * M.col(2) - x.z() * M.col(0);
  P.col(2) = x.y() * M.col(0) - x.x() * M.col(1);
  return P;
}
inline Matrix timesSkew(const Matrix& M, const Vector& x) {
  return {timesSkew(M.A, x.a), timesSkew(M.A, x.b) + timesSkew(M.B, x.a)};
}

/// x~ M, by columns.
inline Mat3 skewTimes(const Vec3& x, const Mat3& M) {
  Mat3 P;
  for (int i = 0; i < 3; ++i) P.col(i) = x.cross(M.col(i));
  return P;
}
inline Matrix skewTimes(const Vector& x, const Matrix& M) {
  return {skewTimes(x.a, M.A), skewTimes(x.a, M.B) + skewTimes(x.b, M.A)};
}

/// x yᵀ.
inline Matrix outer(const Vector& x, const Vector& y) {
  return {x.a * y.a.transpose(), x.a * y.b.transpose() + x.b * y.a.transpose()};
}

inline void addSkew(Mat3& M, const Vec3& x) {
  M(0, 1) -= x.z(), M(1, 0) += x.z();
  M(2, 0) -= x.y(), M(0, 2) += x.y();
  M(1, 2) -= x.x(), M(2, 1) += x.x();
}
inline void addSkew(Matrix& M, const Vector& x) {
  addSkew(M.A, x.a), addSkew(M.B, x.b);
}
inline void addIdentity(Matrix& M, Number k) {
  M.A.diagonal().array() += k.a;
  M.B.diagonal().array() += k.b;
}

/// Ad_X.
inline Matrix adjoint(const Pose& X) {
  return {X.R, skewTimes(X.p, X.R)};
}

}  // namespace tendril::screw
