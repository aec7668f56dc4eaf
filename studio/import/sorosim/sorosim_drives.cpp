// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/import/sorosim/sorosim_parts.hpp"
#include "studio/import/sorosim/sorosim_values.hpp"

#include <algorithm>

#include "core/text/number_text.hpp"

namespace tendril {
namespace {

namespace desc = description;

class SorosimDrives {
 public:
  explicit SorosimDrives(SorosimParts& parts)
      : file_(parts.file),
        notes_(parts.notes),
        description_(parts.description),
        assembly_(parts.assembly),
        kindOf_(parts.kinds),
        rods_(parts.rods),
        names_(parts.names) {}

  void read(const MatRecord& linkage) {
    readLoops(linkage);
    readMotors(linkage);
    readCables(linkage);
    readWrenches(linkage);
    noteOthers(linkage);
  }

 private:
  std::string linkNamed(double number) const {
    const std::size_t index = sorosimIndex(number, names_.size());
    return index < names_.size() ? names_[index] : std::string(desc::kWorldName);
  }

  void readLoops(const MatRecord& linkage) {
    const auto count = static_cast<std::size_t>(std::clamp(sorosimNumber(linkage, {"nCLj"}, 0), 0.0, 1e4));
    const std::vector<double> a = sorosimNumbers(linkage, {"iCLA", "iACL"}), b = sorosimNumbers(linkage, {"iCLB"});
    const MatValue* joints = sorosimField(linkage, {"VRodsCLj", "VTwistsCLj"});
    const auto rods = joints ? file_.recordsOf(*joints) : std::vector<const MatRecord*>();
    for (std::size_t k = 0; k < count; ++k) {
      desc::Loop loop;
      loop.name = assembly_.freeName("loop " + std::to_string(k + 1));
      double pitch = 0;
      const std::vector<double> basis =
          k < rods.size() ? sorosimNumbers(*rods[k], {"Phi", "B"}) : std::vector<double>();
      if (k >= a.size() || k >= b.size() || k >= rods.size() ||
          !sorosimJoint(kindOfBasis(basis), basis, loop.type, loop.axis, pitch)) {
        notes_.note(0, {}, "a closed loop whose joint is not understood", "it was left out");
        continue;
      }
      loop.pitch = pitch;
      loop.a.link = desc::LinkRef(linkNamed(a[k]));
      loop.b.link = desc::LinkRef(linkNamed(b[k]));
      loop.a.pose = describedPose(sorosimPose(sorosimCell(sorosimField(linkage, {"gACLj"}), k)));
      loop.b.pose = describedPose(sorosimPose(sorosimCell(sorosimField(linkage, {"gBCLj"}), k)));
      if (const double time = sorosimNumber(linkage, {"T_BS"}, 0); time > 0) loop.stabilization = time;
      description_.loops.push_back(std::move(loop));
    }
  }

  /// The joint of a loop is known by its twists alone.
  static std::string kindOfBasis(const std::vector<double>& basis) {
    const auto angular = [&](std::size_t column) {
      return std::any_of(basis.begin() + static_cast<std::ptrdiff_t>(6 * column),
                         basis.begin() + static_cast<std::ptrdiff_t>(6 * column + 3),
                         [](double each) { return each != 0; });
    };
    const auto linear = [&](std::size_t column) {
      return std::any_of(basis.begin() + static_cast<std::ptrdiff_t>(6 * column + 3),
                         basis.begin() + static_cast<std::ptrdiff_t>(6 * column + 6),
                         [](double each) { return each != 0; });
    };
    switch (basis.size() / 6) {
      case 0:
        return "N";
      case 1:
        return !angular(0) ? "P" : linear(0) ? "H" : "R";
      case 2:
        return "C";
      case 3:
        return linear(1) || linear(2) ? "A" : "S";
      case 6:
        return "F";
      default:
        return "?";
    }
  }

  void readMotors(const MatRecord& linkage) {
    const std::vector<double> links = sorosimNumbers(linkage, {"i_jact"}),
                              byForce = sorosimNumbers(linkage, {"WrenchControlled"});
    std::vector<std::size_t> done;
    for (std::size_t k = 0; k < links.size(); ++k) {
      const std::size_t index = sorosimIndex(links[k], names_.size());
      if (index >= names_.size() || std::find(done.begin(), done.end(), index) != done.end()) continue;
      done.push_back(index);
      assembly_.addMotor(names_[index] + " motor", names_[index], {});
      if (k < byForce.size() && byForce[k] == 0) {
        auto& motor = std::get<desc::JointActuator>(description_.actuators.back().type);
        motor.mode = desc::JointActuatorMode::kPosition;
        notes_.note(0, "actuators." + description_.actuators.back().name, "a joint that is driven along a given motion",
                    "it holds its position until its actuator is given the motion");
      }
    }
  }

  void readCables(const MatRecord& linkage) {
    const auto count = static_cast<std::size_t>(std::clamp(sorosimNumber(linkage, {"n_sact"}, 0), 0.0, 1e4));
    const MatValue* functions = nullptr;
    if (const MatValue* given = sorosimField(linkage, {"CableFunction"}); given && given->records.size() == 1)
      functions = sorosimField(given->records[0], {"dc_fn"});
    const std::vector<double> first = sorosimNumbers(linkage, {"Sdiv"}), last = sorosimNumbers(linkage, {"Ediv"});
    for (std::size_t k = 0; k < count; ++k) {
      desc::TendonActuator tendon;
      for (std::size_t i = 0; i < names_.size(); ++i) {
        const std::size_t at = i * count + k;
        if (at >= first.size() || at >= last.size() || !(first[at] >= 1)) continue;
        const bool cells =
            functions && functions->kind == MatValue::Kind::kCells && functions->cells.size() == count * names_.size();
        const MatValue* function = cells ? functions->cells[at].get() : nullptr;
        if (!function || !addPieces(*function, i, first[at], last[at], tendon))
          notes_.note(0, {}, "cable " + std::to_string(k + 1) + " runs along a curve that the file has no formula of",
                      "that part was left out");
      }
      if (tendon.route.empty()) continue;
      desc::Actuator actuator;
      actuator.name = assembly_.freeName("cable " + std::to_string(k + 1));
      actuator.type = std::move(tendon);
      description_.actuators.push_back(std::move(actuator));
    }
  }

  /// Along the divisions from `first` to `last` of a link, counted from 1. The toolbox measures in metres from where
  /// the first of them begins, projects from 0 to 1 along each.
  bool addPieces(const MatValue& function, std::size_t link, double first, double last, desc::TendonActuator& tendon) {
    const auto [formula, argument] = file_.formulaOf(function);
    const std::vector<std::string> entries = columnEntries(formula);
    const MatValue* lengths = sorosimField(*kindOf_[link], {"ld", "lp"});
    if (entries.size() != 3) return false;
    double before = 0;
    for (std::size_t j = sorosimIndex(first, 1000); j < std::min(sorosimIndex(last, 1000) + 1, rods_[link].size() - 1);
         ++j) {
      const MatValue* cell = sorosimCell(lengths, j);
      const double length = cell && !cell->numbers.empty() ? cell->numbers[0] : 0;
      const std::string metres = '(' + numberText(before) + '+' + numberText(length) + "*X)";
      const auto y = translatedFormula(entries[1], argument, metres),
                 z = translatedFormula(entries[2], argument, metres);
      if (!y || !z) return false;
      desc::RoutePiece piece;
      piece.link = desc::LinkRef(names_[link]);
      if (rods_[link].size() > 2) piece.division = static_cast<double>(j);
      piece.y.text = *y, piece.z.text = *z;
      tendon.route.push_back(std::move(piece));
      before += length;
    }
    return true;
  }

  void readWrenches(const MatRecord& linkage) {
    const auto count = static_cast<std::size_t>(std::clamp(sorosimNumber(linkage, {"np"}, 0), 0.0, 1e4));
    const std::vector<double> follows = sorosimNumbers(linkage, {"LocalWrench", "FollowerForce"});
    for (std::size_t k = 0; k < count; ++k) {
      const MatValue* place = sorosimCell(sorosimField(linkage, {"Fp_loc"}), k);
      const MatValue* function = sorosimCell(sorosimField(linkage, {"Fp_vec"}), k);
      const auto [formula, argument] = function ? file_.formulaOf(*function) : std::pair<std::string, std::string>();
      const std::vector<std::string> entries = columnEntries(formula);
      desc::PointWrench wrench;
      bool good = place && place->numbers.size() >= 2 && entries.size() == 6;
      for (std::size_t i = 0; good && i < 6; ++i) {
        const auto text = translatedFormula(entries[i], argument, "t");
        good = text.has_value();
        if (good) wrench.wrench[i].text = *text;
      }
      const std::size_t link = good ? sorosimIndex(place->numbers[0], names_.size()) : names_.size();
      if (link >= names_.size()) {
        notes_.note(0, {}, "a point wrench that is no formula", "it was left out");
        continue;
      }
      wrench.link = desc::LinkRef(names_[link]);
      wrench.frame = k < follows.size() && follows[k] != 0 ? desc::WrenchFrame::kBody : desc::WrenchFrame::kWorld;
      if (sorosimText(*kindOf_[link], "linktype") != "s") {
        wrench.at.place = desc::Attachment::Place::kBase;
        notes_.note(0, {}, "a point wrench on the centre of a rigid link", "it acts on the base of the link");
      } else {
        placeWrench(*kindOf_[link], place->numbers, wrench.at);
      }
      desc::Load load;
      load.name = assembly_.freeName("wrench " + std::to_string(k + 1));
      load.type = std::move(wrench);
      description_.loads.push_back(std::move(load));
    }
  }

  /// A place [link, division, 0…1 along the division] as a share of the whole body.
  static void placeWrench(const MatRecord& record, const std::vector<double>& place, desc::Attachment& at) {
    const MatValue* lengths = sorosimField(record, {"ld", "lp"});
    double before = 0, whole = 0;
    for (std::size_t j = 0; j < 1000; ++j) {
      const MatValue* cell = sorosimCell(lengths, j);
      if (!cell || cell->numbers.empty()) break;
      const double number = static_cast<double>(j + 1), along = place.size() > 2 ? place[2] : 1;
      before += number < place[1] ? cell->numbers[0] : number == place[1] ? along * cell->numbers[0] : 0;
      whole += cell->numbers[0];
    }
    at.place = desc::Attachment::Place::kStation;
    at.station = whole > 0 ? std::clamp(before / whole, 0.0, 1.0) : 1.0;
  }

  void noteOthers(const MatRecord& linkage) {
    const auto set = [&](std::initializer_list<std::string_view> names) {
      return sorosimNumber(linkage, names, 0) != 0;
    };
    if (set({"CEF", "CEFP"})) notes_.note(0, {}, "a custom external force", "it was left out; it is code of MATLAB");
    if (set({"CA", "CAP"})) notes_.note(0, {}, "a custom actuation", "it was left out; it is code of MATLAB");
    if (set({"CAI", "CAS"}))
      notes_.note(0, {}, "custom strengths of actuators", "they were left out; they are code of MATLAB");
    if (set({"UnderWater"})) notes_.note(0, {}, "water", "it was left out; add a fluid in Tendril");
    for (const char* bodies : {"RobotBodies", "EnvironmentBodies"})
      if (const MatValue* value = sorosimField(linkage, {bodies}); value && !file_.recordsOf(*value).empty())
        notes_.note(0, {}, "bodies for contacts (" + std::string(bodies) + ")",
                    "they were left out; add contacts in Tendril");
    if (set({"OneBasis"})) notes_.note(0, {}, "one basis for all rods", "each rod has its own coordinates");
    const MatValue* damped = sorosimField(linkage, {"Damped"});
    if (damped && !set({"Damped"})) {
      for (desc::Material& material : description_.materials.items)
        if (auto* law = std::get_if<desc::LinearElastic>(&material.law)) law->viscosity = 0.0;
      notes_.note(0, {}, "a linkage without damping", "its materials have no viscosity");
    }
  }

  const MatFile& file_;
  ImportNotes& notes_;
  Description& description_;
  RobotAssembly& assembly_;
  const std::vector<const MatRecord*>& kindOf_;
  const std::vector<std::vector<const MatRecord*>>& rods_;
  const std::vector<std::string>& names_;
};

}  // namespace

void readSorosimDrives(const MatRecord& linkage, SorosimParts& parts) {
  SorosimDrives(parts).read(linkage);
}

}  // namespace tendril
