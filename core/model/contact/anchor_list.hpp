// SPDX-License-Identifier: BSD-3-Clause
// What contacts that stick remember of what touched last: where each side was held, one record per touch.
//
// The memory of a model is one vector (Model::anchorSize, Data::anchors): the energy in the springs of friction at the
// last update, then the lists of all contacts. A list is the number of its records, then records in the order in which
// touches are visited, each beginning with its key. What is beyond the last record is zero: equal memories are equal in
// every bit.
#pragma once

#include "core/math/types.hpp"

namespace tendril {

/// A list of records in the memory.
struct AnchorList {
  int offset = 0, capacity = 0;  ///< capacity: records; 0: nothing sticks
  int width = 0;                 ///< numbers of a record, key included

  int size() const { return capacity > 0 ? 1 + capacity * width : 0; }
  /// Numbers of the record behind its key; null: none has this key.
  const double* find(const VecX& memory, double key) const {
    if (capacity == 0) return nullptr;
    int low = 0, high = static_cast<int>(memory[offset]);
    while (low < high) {
      const int middle = (low + high) / 2;
      if (memory[at(middle)] < key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    const bool found = low < static_cast<int>(memory[offset]) && memory[at(low)] == key;
    return found ? memory.data() + at(low) + 1 : nullptr;
  }
  /// Numbers of a new record, to write to; keys come in ascending order. Null: the list is full.
  double* append(VecX& memory, double key) const {
    const int count = capacity > 0 ? static_cast<int>(memory[offset]) : 0;
    if (count >= capacity) return nullptr;
    memory[offset] = count + 1;
    memory[at(count)] = key;
    return memory.data() + at(count) + 1;
  }

 private:
  int at(int record) const { return offset + 1 + record * width; }
};

}  // namespace tendril
