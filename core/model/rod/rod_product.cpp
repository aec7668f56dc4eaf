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

struct Columns {
  const double* data;
  Index stride, rows;
  const double* col(Index j) const { return data + j * stride; }
};

/// A tile of kWidth rows and `count` columns of C: one register per entry while the sums run.
template <int count>
void addTile(const Columns& A, const Columns& B, double* C, Index stride) {
  Packet sum[count][kWidth];
  for (auto& column : sum)
    for (Packet& entry : column) entry = packet::pset1<Packet>(0);
  Index k = 0;
  for (; k + kWidth <= A.rows; k += kWidth) {
    Packet b[count];
    for (int j = 0; j < count; ++j) b[j] = packet::ploadu<Packet>(B.col(j) + k);
    for (int i = 0; i < kWidth; ++i) {
      const Packet a = packet::ploadu<Packet>(A.col(i) + k);
      for (int j = 0; j < count; ++j) sum[j][i] = packet::pmadd(a, b[j], sum[j][i]);
    }
  }
  for (int j = 0; j < count; ++j) {
    packet::PacketBlock<Packet, kWidth> block;
    for (int i = 0; i < kWidth; ++i) block.packet[i] = sum[j][i];
    packet::ptranspose(block);
    Packet total = packet::ploadu<Packet>(C + j * stride);
    for (const Packet& row : block.packet) total = packet::padd(total, row);
    packet::pstoreu(C + j * stride, total);
  }
  for (; k < A.rows; ++k)
    for (int j = 0; j < count; ++j)
      for (int i = 0; i < kWidth; ++i) C[j * stride + i] += A.col(i)[k] * B.col(j)[k];
}

template <int count>
void addColumns(Columns A, Index columnsOfA, const Columns& B, double* C, Index stride) {
  Index i = 0;
  for (; i + kWidth <= columnsOfA; i += kWidth) {
    addTile<count>(A, B, C + i, stride);
    A.data += kWidth * A.stride;
  }
  for (; i < columnsOfA; ++i, A.data += A.stride)
    for (int j = 0; j < count; ++j)
      C[j * stride + i] += Eigen::Map<const VecX>(A.data, A.rows).dot(Eigen::Map<const VecX>(B.col(j), A.rows));
}

}  // namespace

void addTransposeProduct(const Eigen::Ref<const MatX>& A, const Eigen::Ref<const MatX>& B, MatXMut C) {
  const Columns a{A.data(), A.outerStride(), A.rows()};
  Index j = 0;
  for (; j + 3 <= B.cols(); j += 3)
    addColumns<3>(a, A.cols(), {B.col(j).data(), B.outerStride(), B.rows()}, C.col(j).data(), C.outerStride());
  for (; j < B.cols(); ++j)
    addColumns<1>(a, A.cols(), {B.col(j).data(), B.outerStride(), B.rows()}, C.col(j).data(), C.outerStride());
}

}  // namespace tendril
