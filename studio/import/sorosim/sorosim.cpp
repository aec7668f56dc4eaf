// SPDX-License-Identifier: GPL-3.0-or-later
// SoRoSim: the linkage object, its links and the rods that make them.
#include "studio/import/sorosim/sorosim.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <sstream>

#include "core/text/number_text.hpp"
#include "studio/import/sorosim/sorosim_parts.hpp"
#include "studio/import/sorosim/sorosim_values.hpp"

namespace tendril {
namespace {

namespace desc = description;

/// How the bases of the toolbox are called here.
std::string basisOf(const MatRecord& rod) {
  const std::string type = sorosimText(rod, "Type");
  if (type == "FEM Like") {
    const std::string kind = sorosimText(rod, "SubClass");
    return kind == "Cubic" ? "fem_cubic" : kind == "Quadratic" ? "fem_quadratic" : "fem_linear";
  }
  static const std::map<std::string, std::string> kBases = {{"Monomial", "monomial"},
                                                            {"Legendre Polynomial", "legendre"},
                                                            {"Chebychev", "chebyshev"},
                                                            {"Fourier", "fourier"},
                                                            {"Hermite Spline", "hermite"},
                                                            {"Gaussian Element", "gaussian"},
                                                            {"Inverse Multi-quadratic", "inverse_multiquadric"}};
  const auto known = kBases.find(type);
  return known == kBases.end() ? std::string() : known->second;
}

std::array<std::optional<desc::StrainMode>*, 6> strainsOf(desc::Strain& strain) {
  return {&strain.torsion, &strain.bendingY, &strain.bendingZ, &strain.stretch, &strain.shearY, &strain.shearZ};
}

class SorosimReader {
 public:
  SorosimReader(const MatFile& file, ImportNotes& notes, Description& description)
      : parts_{file, notes, description, RobotAssembly(description), {}, {}, {}},
        file_(file),
        notes_(notes),
        description_(description),
        assembly_(parts_.assembly),
        kindOf_(parts_.kinds),
        rods_(parts_.rods),
        names_(parts_.names) {}

  void read() {
    const MatRecord* found = findLinkage();
    if (!found) return;
    const MatRecord& linkage = *found;
    if (const MatValue* kinds = sorosimField(linkage, {"VLinks"})) kinds_ = file_.recordsOf(*kinds);
    const std::vector<double> order = sorosimNumbers(linkage, {"LinkIndex"});
    if (kinds_.empty() || order.empty())
      return notes_.error(0, {}, "the linkage has no links", "save it once it is built");
    readGravity(linkage);
    for (std::size_t i = 0; i < order.size(); ++i)
      if (!readLink(linkage, i, sorosimIndex(order[i], kinds_.size()))) return;
    readSorosimDrives(linkage, parts_);
  }

 private:
  const MatRecord* findLinkage() {
    const MatRecord* first = nullptr;
    std::string others, named;
    for (const auto& [name, value] : file_.variables()) {
      for (const MatRecord* record : file_.recordsOf(*value)) {
        const bool is = record->className == "SorosimLinkage" ||
                        (record->fields.contains("VLinks") && record->fields.contains("LinkIndex"));
        if (is && first) others += (others.empty() ? "" : ", ") + inQuotes(name);
        if (is && !first) first = record, description_.name = name;
      }
      named += (named.empty() ? "" : ", ") + inQuotes(name);
    }
    if (!first)
      notes_.error(0, {}, "holds no SorosimLinkage" + (named.empty() ? std::string() : " but " + named),
                   "save the linkage itself: save('robot.mat', 'S1', '-v7')");
    if (!others.empty())
      notes_.note(0, {}, "other linkages: " + others, "only " + inQuotes(description_.name) + " was read");
    return first;
  }

  void readGravity(const MatRecord& linkage) {
    const std::vector<double> g = sorosimNumbers(linkage, {"G"});
    Vec3 gravity = Vec3::Zero();
    if (sorosimNumber(linkage, {"Gravity"}, 0) != 0 && g.size() >= 6) gravity = Vec3(g[3], g[4], g[5]);
    description_.gravity = describedVector(gravity.allFinite() ? gravity : Vec3::Zero());
  }

  // ---- links
  bool readLink(const MatRecord& linkage, std::size_t i, std::size_t kind) {
    const std::string name = assembly_.freeName("link " + std::to_string(i + 1)), path = "links." + name;
    const auto bad = [&](std::string message) {
      notes_.error(0, path, std::move(message), "open the linkage in MATLAB and save it again");
      return false;
    };
    const std::vector<double> parents = sorosimNumbers(linkage, {"iLpre"});
    const std::size_t parent = i < parents.size() && parents[i] >= 1 ? sorosimIndex(parents[i], i) : i;
    if (kind >= kinds_.size() || i >= parents.size() || (parents[i] >= 1 && parent >= i))
      return bad("the link hangs on none that stands before it");
    const MatRecord& record = *kinds_[kind];
    const MatValue* list = sorosimCell(sorosimField(linkage, {"CVRods", "CVTwists"}), i);
    rods_.push_back(list ? file_.recordsOf(*list) : std::vector<const MatRecord*>());
    if (rods_.back().empty()) return bad("the link has no rods");
    desc::Link& link = assembly_.addLink(name, parent < i ? names_[parent] : std::string(desc::kWorldName),
                                         sorosimPose(sorosimField(linkage, {"g_ini"}), 4 * i));
    link.at.place = desc::Attachment::Place::kTip;
    names_.push_back(name);
    kindOf_.push_back(&record);
    link.color = colorOf(record);
    readJoint(record, *rods_.back()[0], link, path);
    return sorosimText(record, "linktype") == "s" ? readRod(record, kind, link, path) : readBody(record, link, path);
  }

  static std::string colorOf(const MatRecord& record) {
    const std::vector<double> rgb = sorosimNumbers(record, {"color"});
    return rgb.size() == 3 ? describedColor(Vec3(rgb[0], rgb[1], rgb[2])) : std::string();
  }

  void readJoint(const MatRecord& record, const MatRecord& rod, desc::Link& link, const std::string& path) {
    const std::string type = sorosimText(record, "jointtype");
    double pitch = 0;
    if (!sorosimJoint(type, sorosimNumbers(rod, {"Phi", "B"}), link.joint.type, link.joint.axis, pitch)) {
      link.joint.type = JointType::kFixed;
      return notes_.error(0, path + ".joint", "the joint of kind " + inQuotes(type) + " is not understood",
                          "N, R, P, H, C, S, F, and A in the plane of x and y are");
    }
    link.joint.pitch = pitch;
    const auto perCoordinate = [&](const char* field, desc::OneOrMany<desc::Number>& out) {
      const std::vector<double> matrix = sorosimNumbers(record, {field});
      const auto n = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(matrix.size()))));
      if (std::all_of(matrix.begin(), matrix.end(), [](double entry) { return entry == 0; })) return;
      if (link.joint.type == JointType::kFixed) return;
      out.values.clear();
      for (std::size_t k = 0; k < n; ++k) out.values.emplace_back(matrix[k * (n + 1)]);
      out.list = n > 1;
      double off = 0;
      for (std::size_t k = 0; k < matrix.size(); ++k) off += k % (n + 1) == 0 ? 0 : std::abs(matrix[k]);
      if (off > 0) notes_.note(0, path + ".joint", "springs between coordinates of a joint", "its diagonal was taken");
    };
    perCoordinate("Kj", link.joint.stiffness);
    perCoordinate("Dj", link.joint.damping);
  }

  bool readBody(const MatRecord& record, desc::Link& link, const std::string& path) {
    const std::vector<double> inertia = sorosimNumbers(record, {"M"});
    desc::RigidBody body;
    const Pose center = sorosimPose(sorosimField(record, {"gi"}));
    if (inertia.size() == 36) {
      Mat3 tensor;
      for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column)
          tensor(row, column) = inertia[static_cast<std::size_t>(column * 6 + row)];
      body.mass = inertia[35];
      if (!(body.mass.value >= 0) || !tensor.allFinite()) {
        notes_.error(0, path + ".body.mass", "the mass is negative or no number", "give it 0 or more");
        return false;
      }
      makePossible(notes_, 0, path + ".body.inertia", tensor);
      body.inertia = describedInertia(center.R * tensor * center.R.transpose());
    }
    body.com = describedVector(center.p);
    body.tip = describedPose(center * sorosimPose(sorosimField(record, {"gf"})));
    body.visual = shapeOf(record, path);
    link.body = std::move(body);
    return true;
  }

  /// A cylinder or a box along x as thick as the link is in its middle.
  std::optional<desc::Visual> shapeOf(const MatRecord& record, const std::string& path) {
    const double length = sorosimNumber(record, {"L"}, 0);
    const std::string section = sorosimText(record, "CS");
    if (!(length > 0) || sorosimNumber(record, {"CPF"}, 0) != 0) return std::nullopt;
    const auto middle = [&](const char* field) -> std::optional<double> {
      const auto measure = measureOf(record, field, 0);
      if (!measure) return std::nullopt;
      if (measure->formula.empty()) return measure->start.value;
      return std::nullopt;
    };
    desc::Visual out;
    Pose at;
    at.p.x() = length / 2;
    out.pose = describedPose(at);
    const auto first = middle(section == "R" ? "h" : section == "E" ? "a" : "r");
    const auto second = section == "C" ? first : middle(section == "R" ? "w" : "b");
    if (!first || !second || !(*first > 0) || !(*second > 0)) {
      notes_.note(0, path, "the shape of a rigid link that is not even", "it has no picture; give it one");
      return std::nullopt;
    }
    if (section == "R") {
      out.box = describedVector(Vec3(length, *first, *second));
    } else {
      desc::RoundShape round;
      round.radius = section == "C" ? *first : std::sqrt(*first * *second);
      round.length = length;
      out.cylinder = round;
    }
    return out;
  }

  std::optional<desc::Measure> measureOf(const MatRecord& record, const char* field, std::size_t division) {
    const MatValue* cells = sorosimField(record, {field});
    // A function is a cell array of two, too: those of divisions are cells in a cell array, or records.
    const bool plain = cells && sorosimText(record, "linktype") != "s";
    const MatValue* value = plain ? cells : sorosimCell(cells, division);
    if (!value) return std::nullopt;
    if (value->kind == MatValue::Kind::kNumbers && value->numbers.size() == 1) return desc::Measure(value->numbers[0]);
    const auto [formula, argument] = file_.formulaOf(*value);
    const auto text = translatedFormula(formula, argument, "X");
    if (!text) return std::nullopt;
    if (const auto number = numberOfText(*text)) return desc::Measure(*number);
    desc::Measure out;
    out.formula = *text;
    return out;
  }

  // ---- soft links
  bool readRod(const MatRecord& record, std::size_t kind, desc::Link& link, const std::string& path) {
    const std::vector<const MatRecord*>& rods = rods_.back();
    desc::RodBody body;
    for (std::size_t j = 0; j + 1 < rods.size(); ++j) {
      desc::RodDivision division;
      division.material = desc::MaterialRef(materialOf(record, kind));
      const MatValue* length = sorosimCell(sorosimField(record, {"ld", "lp"}), j);
      division.length = length && !length->numbers.empty() ? length->numbers[0] : 0;
      if (!readSection(record, j, division.section, path) || !readStrains(*rods[j + 1], division, path)) return false;
      division.pose = describedPose(sorosimPose(sorosimCell(sorosimField(record, {"gi"}), j)));
      division.tip = describedPose(sorosimPose(sorosimCell(sorosimField(record, {"gf"}), j)));
      body.divisions.push_back(std::move(division));
    }
    if (body.divisions.empty()) {
      notes_.error(0, path, "the soft link has no divisions", "give it one in MATLAB");
      return false;
    }
    link.body = std::move(body);
    return true;
  }

  std::string materialOf(const MatRecord& record, std::size_t kind) {
    const std::string name = "material " + std::to_string(kind + 1);
    auto& all = description_.materials.items;
    if (std::any_of(all.begin(), all.end(), [&](const desc::Material& each) { return each.name == name; })) return name;
    desc::Material material;
    material.name = name;
    material.density = sorosimNumber(record, {"Rho"}, 0);
    desc::LinearElastic law;
    law.young = sorosimNumber(record, {"E"}, 0);
    law.poisson = sorosimNumber(record, {"Poi"}, 0.5);
    law.viscosity = sorosimNumber(record, {"Eta"}, 0);
    const double shear = sorosimNumber(record, {"G"}, 0), even = law.young.value / (2 * (1 + law.poisson.value));
    if (std::abs(shear - even) > 1e-6 * even)
      notes_.note(0, "materials." + name, "a shear modulus of " + messageNumber(shear, 4) + " Pa",
                  "that of Young's modulus and Poisson's ratio is used, " + messageNumber(even, 4) + " Pa");
    material.law = law;
    all.push_back(std::move(material));
    return name;
  }

  bool readSection(const MatRecord& record, std::size_t division, desc::Section& section, const std::string& path) {
    const std::string shape = sorosimText(record, "CS");
    const auto measure = [&](const char* field, desc::Measure& out) {
      const auto found = measureOf(record, field, division);
      if (found) return out = *found, true;
      notes_.error(0, path + ".body",
                   "the measure " + inQuotes(field) + " of the section is no formula that can be read",
                   "write it in MATLAB as an anonymous function of X with +, -, *, / and ^");
      return false;
    };
    if (shape == "C") {
      desc::CircleSection circle;
      if (!measure("r", circle.radius)) return false;
      section.shape = circle;
    } else if (shape == "R") {
      desc::RectangleSection rectangle;
      if (!measure("h", rectangle.height) || !measure("w", rectangle.width)) return false;
      section.shape = rectangle;
    } else if (shape == "E") {
      desc::EllipseSection ellipse;
      if (!measure("a", ellipse.a) || !measure("b", ellipse.b)) return false;
      section.shape = ellipse;
    } else {
      notes_.error(0, path + ".body", "the section " + inQuotes(shape) + " is not understood", "C, R and E are");
      return false;
    }
    return true;
  }

  bool readStrains(const MatRecord& rod, desc::RodDivision& division, const std::string& path) {
    const std::vector<double> enabled = sorosimNumbers(rod, {"Phi_dof", "Bdof"}),
                              orders = sorosimNumbers(rod, {"Phi_odr", "Bodr"});
    const std::string basis = basisOf(rod);
    const bool any = std::any_of(enabled.begin(), enabled.end(), [](double each) { return each != 0; });
    if (any && (basis.empty() || enabled.size() != 6 || orders.size() != 6)) {
      notes_.error(0, path + ".body.strain",
                   "the strain basis " + inQuotes(sorosimText(rod, "Type")) + " is not understood",
                   "those of the toolbox are, but for a custom basis; enter its functions in Tendril as basis custom");
      return false;
    }
    // The toolbox gives all strains of an element basis the same number of elements.
    const bool elements = basis.starts_with("fem") || basis == "hermite";
    const double most = any ? *std::max_element(orders.begin(), orders.end()) : 0;
    const auto modes = strainsOf(division.strain);
    for (std::size_t k = 0; any && k < modes.size(); ++k) {
      if (enabled[k] == 0) continue;
      desc::StrainMode mode;
      mode.basis = basis;
      mode.order = elements ? most : orders[k];
      *modes[k] = mode;
    }
    readQuadrature(rod, elements || basis == "gaussian" || basis == "inverse_multiquadric" ? most : 1, division);
    return readReference(rod, division, path);
  }

  /// Points of the toolbox are those of Gauss and the two ends of each element.
  static void readQuadrature(const MatRecord& rod, double elements, desc::RodDivision& division) {
    const double points = sorosimNumber(rod, {"nip"}, 0), each = elements > 0 ? (points - 1) / elements - 1 : 0;
    if (each >= 1 && each <= 100 && each == std::floor(each)) division.quadrature = desc::Number(each);
  }

  bool readReference(const MatRecord& rod, desc::RodDivision& division, const std::string& path) {
    const MatValue* function = sorosimField(rod, {"xi_starfn"});
    if (!function) return true;
    const auto [formula, argument] = file_.formulaOf(*function);
    std::vector<std::string> entries = columnEntries(formula);
    if (entries.size() == 1) {  // "[0 0 0 1 0 0]'"
      std::istringstream words(entries[0]);
      entries.assign(std::istream_iterator<std::string>(words), {});
    }
    std::vector<desc::Formula> out;
    for (const std::string& entry : entries) {
      const auto text = translatedFormula(entry, argument, "X");
      if (!text) break;
      desc::Formula each;
      if (const auto number = numberOfText(*text))
        each.value = *number;
      else
        each.text = *text;
      out.push_back(each);
    }
    if (out.size() != 6) {
      notes_.note(0, path + ".body", "a reference strain that is no formula", "the rod is straight at rest");
      return true;
    }
    std::copy(out.begin(), out.end(), division.referenceStrain.begin());
    return true;
  }

  SorosimParts parts_;
  const MatFile& file_;
  ImportNotes& notes_;
  Description& description_;
  RobotAssembly& assembly_;
  std::vector<const MatRecord*> kinds_;               ///< classes of links
  std::vector<const MatRecord*>& kindOf_;             ///< of each link
  std::vector<std::vector<const MatRecord*>>& rods_;  ///< of each link: its joint, then its divisions
  std::vector<std::string>& names_;                   ///< of links in the project
};

}  // namespace

void readSorosim(const MatFile& file, ImportNotes& notes, Description& description) {
  SorosimReader(file, notes, description).read();
}

}  // namespace tendril
