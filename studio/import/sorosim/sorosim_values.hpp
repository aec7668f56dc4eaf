// SPDX-License-Identifier: GPL-3.0-or-later
// What the objects of a SoRoSim file are asked for.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/description/description.hpp"
#include "core/math/pose.hpp"
#include "studio/import/sorosim/mat_file.hpp"

namespace tendril {

/// The first of these fields that there is (versions of the toolbox name some differently); null: none.
const MatValue* sorosimField(const MatRecord& record, std::initializer_list<std::string_view> names);
/// Its first number, or `absent`.
double sorosimNumber(const MatRecord& record, std::initializer_list<std::string_view> names, double absent);
/// All its numbers, column by column; empty: none.
std::vector<double> sorosimNumbers(const MatRecord& record, std::initializer_list<std::string_view> names);
std::string sorosimText(const MatRecord& record, std::string_view name);
/// A cell of a cell array, or the value itself where it is no cell array; null: none.
const MatValue* sorosimCell(const MatValue* value, std::size_t index);

/// The place that a number from 1 stands for among `count`; `count`: none.
std::size_t sorosimIndex(double number, std::size_t count);

/// Rows of `first` (0, 4, …) of a matrix that holds 4×4 transforms one below the other; the identity without it.
Pose sorosimPose(const MatValue* value, std::size_t first = 0);

/// A formula of MATLAB as one of projects: without element-wise operators, with another name for its argument.
/// nullopt: not possible.
std::optional<std::string> translatedFormula(const std::string& matlab, const std::string& argument,
                                             const std::string& replacement);
/// The number that a text is; nullopt: it is a formula.
std::optional<double> numberOfText(const std::string& text);
/// The entries of a column "[a;b;c]" in a formula.
std::vector<std::string> columnEntries(const std::string& matlab);

/// The joint whose twists are the columns of a basis of 6 rows (angular first). False: none is.
bool sorosimJoint(const std::string& type, const std::vector<double>& basis, JointType& kind,
                  description::Number3& axis, double& pitch);

}  // namespace tendril
