// SPDX-License-Identifier: BSD-3-Clause
// C += Aᵀ B: every entry is a dot product of two contiguous columns, so nothing need be packed.
#include <array>
#include <utility>

#include "core/model/rod/rod_internal.hpp"

// A vector register as a template argument loses its alignment attribute, which means nothing there.
#pragma GCC diagnostic ignored "-Wignored-attributes"

namespace tendril {
namespace {

namespace packet = Eigen::internal;
using Packet = packet::packet_traits<double>::type;
constexpr int kWidth = packet::packet_traits<double>::size;
using Eigen::Index;

struct ColumnView {
  const double* data;
  Index stride, rows;
  const double* col(Index j) const { return data + j * stride; }
};

/// Rows that do not fill a register are read once more together with those before them, which count as zero.
struct Tail {
  explicit Tail(Index rows) : begin(rows - kWidth), any(rows % kWidth != 0) {
    double lanes[kWidth];
    for (int lane = 0; lane < kWidth; ++lane) lanes[lane] = lane >= kWidth - rows % kWidth ? 1 : 0;
    mask = packet::ploadu<Packet>(lanes);
  }
  Packet mask;
  Index begin;
  bool any;
};

/// Adds the products of one register's worth of rows to sum[j][i].
template <int height, int count>
inline void addRows(const ColumnView& A, const Packet (&b)[count], Index k, Packet (&sum)[count][height]) {
  for (int i = 0; i < height; ++i) {
    const Packet a = packet::ploadu<Packet>(A.col(i) + k);
    for (int j = 0; j < count; ++j) sum[j][i] = packet::pmadd(a, b[j], sum[j][i]);
  }
}

/// The dot products of `height` columns of A with `count` columns of B, still spread over the lanes.
template <int height, int count>
inline void sumTile(const ColumnView& A, const ColumnView& B, const Tail& tail, Packet (&sum)[count][height]) {
  for (auto& column : sum)
    for (Packet& entry : column) entry = packet::pset1<Packet>(0);
  Packet b[count];
  for (Index k = 0; k + kWidth <= A.rows; k += kWidth) {
    for (int j = 0; j < count; ++j) b[j] = packet::ploadu<Packet>(B.col(j) + k);
    addRows<height, count>(A, b, k, sum);
  }
  if (!tail.any) return;
  for (int j = 0; j < count; ++j) b[j] = packet::pmul(tail.mask, packet::ploadu<Packet>(B.col(j) + tail.begin));
  addRows<height, count>(A, b, tail.begin, sum);
}

template <int count>
void addColumns(ColumnView A, Index columnsOfA, const ColumnView& B, const Tail& tail, double* C, Index stride) {
  Index i = 0;
  for (; i + kWidth <= columnsOfA; i += kWidth, A.data += kWidth * A.stride) {
    Packet sum[count][kWidth];
    sumTile<kWidth, count>(A, B, tail, sum);
    for (int j = 0; j < count; ++j) {
      packet::PacketBlock<Packet, kWidth> block;
      for (int row = 0; row < kWidth; ++row) block.packet[row] = sum[j][row];
      packet::ptranspose(block);
      Packet total = packet::ploadu<Packet>(C + j * stride + i);
      for (const Packet& row : block.packet) total = packet::padd(total, row);
      packet::pstoreu(C + j * stride + i, total);
    }
  }
  for (; i < columnsOfA; ++i, A.data += A.stride) {
    Packet sum[count][1];
    sumTile<1, count>(A, B, tail, sum);
    for (int j = 0; j < count; ++j) C[j * stride + i] += packet::predux(sum[j][0]);
  }
}

}  // namespace

void addTransposeProduct(const Eigen::Ref<const MatX>& A, const Eigen::Ref<const MatX>& B, MatXMut C) {
  if (A.rows() < kWidth) {
    C += A.transpose().lazyProduct(B);
    return;
  }
  const ColumnView a{A.data(), A.outerStride(), A.rows()};
  const Tail tail(A.rows());
  ColumnView b{B.data(), B.outerStride(), B.rows()};
  double* c = C.data();
  Index j = 0;
  for (; j + 3 <= B.cols(); j += 3, b.data += 3 * b.stride, c += 3 * C.outerStride())
    addColumns<3>(a, A.cols(), b, tail, c, C.outerStride());
  for (; j < B.cols(); ++j, b.data += b.stride, c += C.outerStride())
    addColumns<1>(a, A.cols(), b, tail, c, C.outerStride());
}

}  // namespace tendril
