// SPDX-License-Identifier: BSD-3-Clause
// The table of fields as Markdown: rows of default-constructed objects.
#include <set>
#include <sstream>

#include "core/form/row_maker.hpp"
#include "core/text/number_text.hpp"

namespace tendril {
namespace {

using project::RowMaker;

std::string escaped(std::string text) {
  for (std::size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2))
    text.replace(at, 1, "\\|");
  return text;
}

std::string rangeOf(const FieldRow& row) {
  const bool low = std::isfinite(row.minimum), high = std::isfinite(row.maximum);

  if (low && high) return numberText(row.minimum) + " … " + numberText(row.maximum);
  if (low) return (row.exclusive ? "> " : "≥ ") + numberText(row.minimum);
  return high ? (row.exclusive ? "< " : "≤ ") + numberText(row.maximum) : "";
}

std::string defaultOf(const FieldRow& row) {
  if (row.required) return "required";
  if (row.kind == FieldKind::kGroup) return row.optional ? "absent" : "";
  return row.defaultText.empty() ? "absent" : '`' + escaped(row.defaultText) + '`';
}

/// Rows of a visual are those of the shape that it has.
description::Visual allShapes() {
  description::Visual visual;
  visual.mesh = "mesh";
  visual.box.emplace();
  visual.cylinder.emplace();
  visual.sphere.emplace();
  visual.capsule.emplace();
  return visual;
}

class Table {
 public:
  template <class T>
  void section(std::string_view title) {
    const Description description;
    std::vector<FieldRow> rows;
    RowMaker maker(description, rows);
    T object{};
    if constexpr (std::is_same_v<T, description::Visual>) object = allShapes();
    maker.fields(object);
    print(std::string(title), std::string(T::kMeaning), rows, maker);
  }
  template <class... Ts>
  void sections(const std::variant<Ts...>*, std::string_view title) {
    (section<Ts>(std::string(title) + " `" + std::string(Ts::kType) + "`"), ...);
  }
  std::string text() const { return out_.str(); }

 private:
  void print(const std::string& title, const std::string& meaning, const std::vector<FieldRow>& rows, RowMaker&) {
    out_ << "## " << title << "\n"
         << meaning << ".\n\n| field | meaning | unit | default | range | source |\n|---|---|---|---|---|---|\n";
    for (const FieldRow& row : rows) {
      if (row.level > 0) continue;
      out_ << "| `" << row.path << "` | " << escaped(row.meaning);
      if (!row.symbol.empty()) out_ << " (" << row.symbol << ')';
      if (!row.condition.empty()) out_ << "; " << escaped(row.condition);
      out_ << " | " << row.unit << " | " << defaultOf(row) << " | " << rangeOf(row) << " | " << row.source << " |\n";
    }
    out_ << '\n';
  }

  std::ostringstream out_;
};

}  // namespace

std::string fieldTable() {
  namespace d = description;
  Table table;
  table.section<Description>("Project");
  table.section<d::Simulation>("simulation");
  table.section<d::Material>("Material");
  table.section<d::Link>("Link");
  table.section<d::Pose>("pose");
  table.section<d::Joint>("joint");
  table.sections(static_cast<const d::Drive*>(nullptr), "drive");
  table.sections(static_cast<const d::Body*>(nullptr), "body");
  table.section<d::RodDivision>("division");
  table.sections(static_cast<const d::SectionShape*>(nullptr), "section");
  table.section<d::StrainMode>("strain mode");
  table.section<d::Visual>("visual");
  table.section<d::Actuator>("Actuator");
  table.sections(static_cast<const d::ActuatorType*>(nullptr), "actuator");
  table.section<d::RoutePiece>("route piece");
  table.section<d::Load>("Load");
  table.section<d::Controller>("Controller");
  return table.text();
}

}  // namespace tendril
