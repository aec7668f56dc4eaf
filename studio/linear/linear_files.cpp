// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/linear/linear_files.hpp"

#include <unistd.h>

#include <fstream>
#include <stdexcept>

#include "core/text/number_text.hpp"
#include "studio/linear/json_numbers.hpp"
#include "studio/linear/npz_file.hpp"

namespace tendril {
namespace {

namespace fs = std::filesystem;
using json::Node;

/// The file appears under its name when it is whole.
void save(const fs::path& file, const std::string& bytes) {
  const fs::path temporary = file.string() + ".part" + std::to_string(getpid());
  std::ofstream stream(temporary, std::ios::binary);
  if (!stream) throw std::runtime_error(file.string() + ": cannot be written; does its folder exist?");
  stream << bytes;
  stream.close();
  std::error_code error;
  if (stream) fs::rename(temporary, file, error);
  if (stream && !error) return;
  fs::remove(temporary, error);
  throw std::runtime_error(file.string() + ": could not be written; is the disk full?");
}

Node labelsNode(const std::vector<NamedNumber>& labels) {
  Node out = Node::array();
  for (const NamedNumber& label : labels) {
    Node each = Node::object();
    each.add("name", Node::ofText(label.name));
    each.add("unit", Node::ofText(label.unit));
    out.items.push_back(std::move(each));
  }
  return out;
}

Node polesNode(const PoleAnalysis& poles) {
  Node out = Node::array();
  for (const Pole& pole : poles.poles) {
    Node each = Node::object();
    each.add("real", Node::ofNumber(pole.value.real()));
    each.add("imag", Node::ofNumber(pole.value.imag()));
    each.add("frequency", Node::ofNumber(pole.frequency));
    each.add("damping", Node::ofNumber(pole.damping));
    each.add("controllable", Node::ofBool(pole.controllable));
    each.add("observable", Node::ofBool(pole.observable));
    each.add("controllability", Node::ofNumber(pole.controllability));
    each.add("observability", Node::ofNumber(pole.observability));
    out.items.push_back(std::move(each));
  }
  return out;
}

std::vector<std::string> namesOf(const std::vector<NamedNumber>& labels) {
  std::vector<std::string> out;
  for (const NamedNumber& label : labels) out.push_back(label.name);
  return out;
}

std::vector<std::string> unitsOf(const std::vector<NamedNumber>& labels) {
  std::vector<std::string> out;
  for (const NamedNumber& label : labels) out.push_back(label.unit);
  return out;
}

std::string npz(const Linearization& found, const PoleAnalysis& poles) {
  const LinearSystem& system = found.system;
  NpzWriter out;
  out.add("A", system.A), out.add("B", system.B), out.add("C", system.C), out.add("D", system.D);
  out.add("states", namesOf(system.states)), out.add("state_units", unitsOf(system.states));
  out.add("inputs", namesOf(system.inputs)), out.add("input_units", unitsOf(system.inputs));
  out.add("outputs", namesOf(system.outputs)), out.add("output_units", unitsOf(system.outputs));
  std::vector<std::complex<double>> values;
  for (const Pole& pole : poles.poles) values.push_back(pole.value);
  out.add("poles", values);
  out.add("q", found.q), out.add("v", found.v);
  return out.bytes();
}

std::string csv(const MatX& matrix, const std::vector<std::string>& rows, const std::vector<std::string>& columns) {
  std::string out;
  for (const std::string& name : columns) out += ",\"" + name + '"';
  out += '\n';
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    out += '"' + rows[static_cast<std::size_t>(i)] + '"';
    for (Eigen::Index k = 0; k < matrix.cols(); ++k) out += ',' + numberText(matrix(i, k));
    out += '\n';
  }
  return out;
}

/// Rates of the states and outputs (rows) by states and inputs (columns).
std::string wholeTable(const LinearSystem& system) {
  const Eigen::Index n = system.A.rows(), m = system.B.cols(), p = system.C.rows();
  MatX all(n + p, n + m);
  all << system.A, system.B, system.C, system.D;
  std::vector<std::string> rows, columns = namesOf(system.states);
  for (const std::string& name : columns) rows.push_back("d/dt " + name);
  for (const std::string& name : namesOf(system.outputs)) rows.push_back(name);
  for (const std::string& name : namesOf(system.inputs)) columns.push_back(name);
  return csv(all, rows, columns);
}

void writeFolder(const fs::path& folder, const LinearSystem& system) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw std::runtime_error(folder.string() + ": this folder cannot be made");
  const auto states = namesOf(system.states), inputs = namesOf(system.inputs), outputs = namesOf(system.outputs);
  save(folder / "A.csv", csv(system.A, states, states)), save(folder / "B.csv", csv(system.B, states, inputs));
  save(folder / "C.csv", csv(system.C, outputs, states)), save(folder / "D.csv", csv(system.D, outputs, inputs));
}

}  // namespace

Node linearNode(const Model& model, const Linearization& found, const PoleAnalysis& poles) {
  const LinearSystem& system = found.system;
  Node node = Node::object();
  node.add("states", labelsNode(system.states));
  node.add("inputs", labelsNode(system.inputs));
  node.add("outputs", labelsNode(system.outputs));
  node.add("A", rowsNode(system.A, "A"));
  node.add("B", rowsNode(system.B, "B"));
  node.add("C", rowsNode(system.C, "C"));
  node.add("D", rowsNode(system.D, "D"));
  node.add("poles", polesNode(poles));
  node.add("stable", Node::ofBool(poles.stable));
  node.add("controllable_rank", Node::ofNumber(poles.controllableRank));
  node.add("observable_rank", Node::ofNumber(poles.observableRank));
  Node held = Node::array();
  for (const int input : found.held) held.items.push_back(Node::ofText(model.inputName(input)));
  node.add("held", std::move(held));
  node.add("q", listNode(found.q, "q"));
  node.add("v", listNode(found.v, "v"));
  node.add("unbalanced", Node::ofNumber(found.unbalanced));
  node.add("position_directions", rowsNode(found.Z, "position_directions"));
  node.add("velocity_by_position", rowsNode(found.W, "velocity_by_position"));
  return node;
}

void writeLinear(const fs::path& file, const Model& model, const Linearization& found, const PoleAnalysis& poles) {
  const std::string ending = file.extension().string();
  if (ending == ".json") return save(file, json::write(linearNode(model, found, poles)) + '\n');
  if (ending == ".npz") return save(file, npz(found, poles));
  if (ending == ".csv") return save(file, wholeTable(found.system));
  if (ending.empty() || fs::is_directory(file)) return writeFolder(file, found.system);
  throw std::invalid_argument(file.string() + ": end it in .json, .csv or .npz, or name a folder");
}

}  // namespace tendril
