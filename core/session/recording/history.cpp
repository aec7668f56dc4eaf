// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/recording/history.hpp"

#include <algorithm>
#include <utility>

namespace tendril {

History::History(std::uint64_t generation, int nq, int nv, int nu, std::size_t capacityBytes,
                 std::shared_ptr<const StateLayout> layout)
    : generation_(generation),
      layout_(std::move(layout)),
      nq_(nq),
      nv_(nv),
      nu_(nu),
      nz_(layout_ ? layout_->size : 0),
      width_(1 + static_cast<std::size_t>(nq + nv + nu) + 4 + static_cast<std::size_t>(nz_ > 0 ? 1 + nz_ : 0)),
      capacityBytes_(capacityBytes) {
  chunks_.resize(std::max<std::size_t>(1, capacityBytes / (kChunk * width_ * sizeof(double))));
}

History::Record History::record(std::size_t index) const {
  using Map = Eigen::Map<const VecX>;
  const double* x = row(index);
  const double* q = x + 1;
  const double* v = q + nq_;
  const double* u = v + nv_;
  const double* e = u + nu_;
  const bool kept = nz_ > 0 && e[4] != 0;
  return {x[0], Map(q, nq_), Map(v, nv_), Map(u, nu_), Map(kept ? e + 5 : nullptr, kept ? nz_ : 0),
          e[0], e[1],        e[2],        e[3]};
}

std::size_t History::find(double t) const {
  std::size_t low = 0, high = size();  // time(low) ≤ t or low = 0; time(high) > t or high = size
  while (high - low > 1) {
    const std::size_t middle = low + (high - low) / 2;
    (time(middle) <= t ? low : high) = middle;
  }
  return low;
}

std::size_t History::bytes() const {
  return (size() + kChunk - 1) / kChunk * kChunk * width_ * sizeof(double);
}

std::size_t History::capacityBytes() const {
  return chunks_.size() * kChunk * width_ * sizeof(double);
}

double* History::newRow() {
  const std::size_t index = size_.load(std::memory_order_relaxed);
  std::unique_ptr<double[]>& chunk = chunks_[index / kChunk];
  // Not set to zero: of large robots with contacts that takes milliseconds, at every edit, and few rows are ever used.
  if (!chunk) chunk = std::make_unique_for_overwrite<double[]>(kChunk * width_);
  return &chunk[(index % kChunk) * width_];
}

bool History::append(double t, const VecXRef& q, const VecXRef& v, const VecXRef& u, const double (&energies)[3],
                     double balance, const VecXRef& z) {
  if (full()) return false;
  double* x = newRow();
  *x++ = t;
  x = std::copy_n(q.data(), nq_, x);
  x = std::copy_n(v.data(), nv_, x);
  x = std::copy_n(u.data(), nu_, x);
  x = std::copy_n(energies, 3, x);
  *x++ = balance;
  if (nz_ > 0) {
    const bool kept = z.size() == nz_;
    *x++ = kept ? 1 : 0;
    if (kept) std::copy_n(z.data(), nz_, x);
  }
  size_.fetch_add(1, std::memory_order_release);
  return true;
}

std::shared_ptr<History> History::thinned() const {
  auto out = std::make_shared<History>(generation_, nq_, nv_, nu_, capacityBytes_, layout_);
  out->thinning_ = 2 * thinning_;
  for (std::size_t i = 0; i < size(); i += 2) {
    std::copy_n(row(i), width_, out->newRow());
    out->size_.fetch_add(1, std::memory_order_release);
  }
  return out;
}

}  // namespace tendril
