// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/rod/magnus.hpp"

#include <array>
#include <cmath>

namespace tendril {

using screw::cross, screw::dot, screw::outer, screw::timesSkew, screw::skewTimes;
using screw::Matrix, screw::Number, screw::Vector;

namespace {

// Stumpff functions c_k(s) = Σ (−1)^j s^j/(2j + k)!, k = 1 … 9. With c_k' = ½ (k c_{k+2} − c_{k+1}) they give the
// coefficients of T and three derivatives with respect to s = θ² without any division.
struct Stumpff {
  std::array<double, 10> c;
};

constexpr int kShortTerms = 8, kLongTerms = 18;
constexpr double kShortLimit = 1, kLongLimit = 12;

constexpr std::array<double, kLongTerms> seriesTable(int k) {
  std::array<double, kLongTerms> table{};
  long double factorial = 1;
  for (int i = 2; i <= k; ++i) factorial *= i;
  for (int j = 0; j < kLongTerms; ++j) {
    table[static_cast<std::size_t>(j)] = static_cast<double>((j % 2 == 0 ? 1 : -1) / factorial);
    factorial *= static_cast<long double>(2 * j + k + 1) * (2 * j + k + 2);
  }
  return table;
}
constexpr auto kSeries8 = seriesTable(8), kSeries9 = seriesTable(9);
constexpr std::array<double, 8> kInverseFactorial = {1, 1, 1. / 2, 1. / 6, 1. / 24, 1. / 120, 1. / 720, 1. / 5040};

template <int terms>
void sumSeries(double s, Stumpff& f) {
  double even = kSeries8[terms - 1], odd = kSeries9[terms - 1];
  for (std::size_t j = terms - 1; j-- > 0;) {
    even = even * s + kSeries8[j];
    odd = odd * s + kSeries9[j];
  }
  f.c[8] = even, f.c[9] = odd;
}

Stumpff stumpff(double s) {
  Stumpff f;
  if (s < kLongLimit) {
    s < kShortLimit ? sumSeries<kShortTerms>(s, f) : sumSeries<kLongTerms>(s, f);
    for (std::size_t k = 8; k-- > 0;) f.c[k] = kInverseFactorial[k] - s * f.c[k + 2];
    return f;
  }
  const double theta = std::sqrt(s);
  f.c[0] = std::cos(theta), f.c[1] = std::sin(theta) / theta;
  for (std::size_t k = 0; k < 8; ++k) f.c[k + 2] = (kInverseFactorial[k] - f.c[k]) / s;
  return f;
}

// Coefficients over the dual numbers: f(s + ε s') = f(s) + ε s' f'(s).
void setCoefficients(MagnusStep& step, const Stumpff& f, double ds) {
  const auto& c = f.c;
  const double b1 = c[4] - 0.5 * c[3], b2 = 2 * c[6] - 1.25 * c[5] + 0.25 * c[4];
  const double b3 = 6 * c[8] - 4.125 * c[7] + 1.125 * c[6] - 0.125 * c[5];
  const double d1 = 1.5 * c[5] - 0.5 * c[4], d2 = 3.75 * c[7] - 1.75 * c[6] + 0.25 * c[5];
  const double d3 = 13.125 * c[9] - 7.125 * c[8] + 1.5 * c[7] - 0.125 * c[6];
  step.b[0] = {c[2], ds * b1}, step.b[1] = {b1, ds * b2}, step.b[2] = {b2, ds * b3};
  step.d[0] = {c[3], ds * d1}, step.d[1] = {d1, ds * d2}, step.d[2] = {d2, ds * d3};
}

// exp of the step: R = I + c1 w~ + c2 w~², p = (I + c2 w~ + c3 w~²) v.
Pose exponential(const Vector& omega, const Stumpff& f) {
  const Vec3 &w = omega.a, &v = omega.b;
  Pose X;
  X.R.noalias() = (f.c[2] * w) * w.transpose();
  X.R.diagonal().array() += f.c[0];
  screw::addSkew(X.R, f.c[1] * w);
  const Vec3 wv = w.cross(v);
  X.p = v + f.c[2] * wv + f.c[3] * w.cross(wv);
  return X;
}

// T = I + b Ω~ + d Ω~².
Matrix tangent(const MagnusStep& step) {
  const Vector& o = step.omega;
  Matrix T = outer(step.d[0] * o, o);
  screw::addSkew(T, step.b[0] * o);
  const Number square = step.d[0] * dot(o, o);
  screw::addIdentity(T, {1 - square.a, -square.b});
  return T;
}

// Pieces of derivatives of T shared by the three matrices below; p = Ω × v.
struct Products {
  Vector p, x;  // x = b' p + d' Ω × p
};

Products products(const MagnusStep& step, const Vector& v) {
  Products r;
  r.p = cross(step.omega, v);
  r.x = step.b[1] * r.p + step.d[1] * cross(step.omega, r.p);
  return r;
}

// The matrix of z ↦ (∂T/∂Ω [z]) v. (C19)
Matrix tangentDerivative(const MagnusStep& step, const Vector& v) {
  const Products r = products(step, v);
  const Vector dv = step.d[0] * v;
  Matrix M = outer(2 * r.x - dv, step.omega);
  screw::addSkew(M, -1.0 * (step.b[0] * v + step.d[0] * r.p));
  screw::addIdentity(M, step.d[0] * dot(step.omega, v));
  return M;
}

// The time derivative of T.
Matrix tangentRate(const MagnusStep& step) {
  const Vector &o = step.omega, &u = step.omegad;
  const Number sigma2 = 2 * step.sigma, sd = sigma2 * step.d[1];
  Matrix M = outer(step.d[0] * u + sd * o, o) + outer(step.d[0] * o, u);
  screw::addSkew(M, step.b[0] * u + (sigma2 * step.b[1]) * o);
  const Number k = step.d[0] * sigma2 + sd * dot(o, o);
  screw::addIdentity(M, {-k.a, -k.b});
  return M;
}

// The matrix of z ↦ ∂/∂Ω [z] of T'(Ω, Ω') Ω' at fixed Ω'. (C24)
Matrix biasDerivative(const MagnusStep& step) {
  const Vector &o = step.omega, &u = step.omegad, &p = step.turn;
  const Vector op = cross(o, p);
  const Vector y = step.b[1] * p + step.d[1] * op, y2 = step.b[2] * p + step.d[2] * op;
  const Number sigma2 = 2 * step.sigma, sd = sigma2 * step.d[1];
  Matrix M = outer((2 * step.d[1]) * cross(u, p) + (2 * sigma2) * y2 - sd * u, o);
  M = M + outer(2 * y - step.d[0] * u, u);
  screw::addSkew(M, -1.0 * ((sigma2 * step.b[1]) * u + sd * p));
  screw::addIdentity(M, step.d[0] * dot(u, u) + sd * step.sigma);
  return M;
}

Vector applyZ(const MagnusInterval& i, const MagnusStep& step, const Vector (&x)[2]) {
  return (i.h / 2) * (x[0] + x[1]) + i.c * (cross(step.xi[0], x[1]) - cross(step.xi[1], x[0]));
}

// M Z.
Generators timesZ(const Matrix& M, const MagnusStep& step, const MagnusInterval& i) {
  const Matrix half = (i.h / 2) * M;
  return {half - i.c * timesSkew(M, step.xi[1]), half + i.c * timesSkew(M, step.xi[0])};
}

void add(Generators& sum, const Generators& x) {
  for (std::size_t k = 0; k < 2; ++k) sum[k] = sum[k] + x[k];
}

// M Z' for rates x of the strains: c [−M x2~, M x1~].
Generators timesRate(const Matrix& M, const Vector (&x)[2], double c) {
  return {-c * timesSkew(M, x[1]), c * timesSkew(M, x[0])};
}

}  // namespace

void stepValue(MagnusStep& step, const MagnusInterval& i, const Pose& near) {
  step.omega = (i.h / 2) * (step.xi[0] + step.xi[1]) + i.c * cross(step.xi[0], step.xi[1]);
  const Stumpff f = stumpff(step.omega.a.squaredNorm());
  setCoefficients(step, f, 2 * step.omega.a.dot(step.omega.b));
  step.X = exponential(step.omega, f);
  step.Ad = screw::adjoint(near);
  step.AT = step.Ad * tangent(step);
  step.U = timesZ(step.AT, step, i);
}

void stepRates(MagnusStep& step, const MagnusInterval& i) {
  step.omegad = applyZ(i, step, step.xid);
  step.zdv = (2 * i.c) * cross(step.xid[0], step.xid[1]);
  step.turn = cross(step.omega, step.omegad);
  step.sigma = dot(step.omega, step.omegad);
  step.velocity = toTwist(step.AT * step.omegad);
  const Vector op = cross(step.omega, step.turn);
  const Vector rate =
      step.d[0] * cross(step.omegad, step.turn) + (2 * step.sigma) * (step.b[1] * step.turn + step.d[1] * op);
  step.bias = toTwist(step.Ad * rate + step.AT * step.zdv);
}

Vec6 stepAcceleration(const MagnusStep& step, const MagnusInterval& i) {
  return toTwist(step.AT * applyZ(i, step, step.xia));
}

void stepColumns(const MagnusStep& step, const MagnusInterval& i, const Vec6& nearV, const Vec6& farV, const Vec6& farA,
                 StepColumns& out) {
  const Vector vn = screw::twist(nearV), vf = screw::twist(farV), af = screw::twist(farA);
  const Vector omegadd = applyZ(i, step, step.xia) + step.zdv;
  const Matrix AM = step.Ad * tangentDerivative(step, step.omegad);
  const Matrix AN = step.Ad * tangentRate(step);
  const Matrix AE = step.Ad * (tangentDerivative(step, omegadd) + biasDerivative(step));

  const Generators rate = timesRate(step.AT, step.xid, i.c);  // T Z'
  Generators dS = timesZ(AM, step, i);                        // (dS/dq) q̇
  Generators Sd = timesZ(AN, step, i);                        // S'
  add(dS, rate), add(Sd, rate);
  Generators rest = timesZ(AE, step, i);  // (dS'/dq) q̇ + (dS/dq) q̈
  add(rest, timesRate(step.AT, step.xia, i.c)), add(rest, timesRate(AM + AN, step.xid, i.c));

  for (std::size_t k = 0; k < 2; ++k) {
    out.R[k] = skewTimes(vf, step.U[k]) + dS[k];
    out.L[k] = skewTimes(af, step.U[k]) + skewTimes(vf, out.R[k]) + skewTimes(vn, dS[k]) + rest[k];
    out.Y[k] = out.R[k] + skewTimes(vn, step.U[k]) + Sd[k];
  }
}

void stepForceDerivative(const MagnusStep& step, const MagnusInterval& i, const Vec6& F, Matrix (&G)[2][2]) {
  const Vector f = transposeTimes(step.Ad, screw::wrench(F));
  const Vector& o = step.omega;
  const Vector g = cross(f, o), go = cross(g, o);
  const Vector y = f + step.b[0] * g + step.d[0] * go;  // Tᵀ F
  // W of z'ᵀ W z = F · (∂T/∂Ω [z]) z', with Ω~ F~ = F Ωᵀ − (Ω·F) 1.
  Matrix W = outer(2 * (step.b[1] * g + step.d[1] * go) - step.d[0] * f, o);
  screw::addSkew(W, step.b[0] * f + step.d[0] * g);
  screw::addIdentity(W, step.d[0] * dot(o, f));
  const Generators WZ = timesZ(W, step, i);
  for (std::size_t k = 0; k < 2; ++k) {
    // Zᵀ: (h/2 − c ξ2~)ᵀ = h/2 + c ξ2~ and (h/2 + c ξ1~)ᵀ = h/2 − c ξ1~
    const Matrix half = (i.h / 2) * WZ[k];
    G[0][k] = half + i.c * skewTimes(step.xi[1], WZ[k]);
    G[1][k] = half - i.c * skewTimes(step.xi[0], WZ[k]);
  }
  screw::addSkew(G[0][1], -i.c * y);
  screw::addSkew(G[1][0], i.c * y);
}

}  // namespace tendril
