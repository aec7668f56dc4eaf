// SPDX-License-Identifier: GPL-3.0-or-later
// NumPy's archives of arrays: a ZIP of .npy files, not compressed, which numpy.load and scipy open.
#pragma once

#include <complex>
#include <string>
#include <string_view>
#include <vector>

#include "core/math/types.hpp"

namespace tendril {

/// The bytes of an .npz, array by array. Names are those under which numpy.load shows them.
class NpzWriter {
 public:
  void add(std::string_view name, const MatX& matrix);  ///< float64, rows × columns
  void add(std::string_view name, const VecX& values);  ///< float64
  void add(std::string_view name, const std::vector<std::complex<double>>& values);
  /// Texts (UTF-8) as an array of Unicode strings.
  void add(std::string_view name, const std::vector<std::string>& texts);
  /// The archive, finished.
  std::string bytes() const;

 private:
  void addFile(std::string_view name, std::string_view type, const std::string& shape, std::string_view data);

  std::string files_, directory_;
  std::uint16_t count_ = 0;
};

}  // namespace tendril
