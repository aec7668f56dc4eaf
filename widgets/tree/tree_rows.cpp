// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tree/tree_rows.hpp"

#include <QCoreApplication>

#include <algorithm>
#include <map>
#include <variant>

#include "core/description/bodies.hpp"
#include "core/text/units.hpp"

namespace tendril {
namespace {

using Kind = TreeItem::Kind;
using description::ObjectId;

QString tr(const char* text) {
  return QCoreApplication::translate("tendril::RobotTree", text);
}

QString text(std::string_view utf8) {
  return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

QString iconOf(const description::Link& link) {
  if (description::isSoft(link)) return QStringLiteral("link-soft");
  if (link.joint.type->isFree()) return QStringLiteral("link-floating");
  return link.body ? QStringLiteral("link-rigid") : QStringLiteral("link-frame");
}

QString bodyOf(const description::Link& link) {
  if (!link.body) return tr("massless frame");
  return std::visit([](const auto& body) { return text(std::decay_t<decltype(body)>::kMeaning); }, *link.body);
}

class Rows {
 public:
  explicit Rows(const Description& description) : description_(description) {}

  std::vector<TreeRow> build() {
    const QString name = QString::fromStdString(description_.name);
    add({.item = {.kind = Kind::kProject},
         .text = name.isEmpty() ? tr("Project") : name,
         .icon = "project",
         .tooltip = tr("Name, description, gravity")});
    addLinks();
    addList(Kind::kObject, tr("Objects"), description_.objects);
    addList(Kind::kActuator, tr("Actuators"), description_.actuators);
    addList(Kind::kLoad, tr("Loads"), description_.loads);
    addList(Kind::kLoop, tr("Loops"), description_.loops);
    addList(Kind::kController, tr("Controllers"), description_.controllers);
    addList(Kind::kMaterial, tr("Materials"), description_.materials.items);
    add({.item = {.kind = Kind::kSimulation},
         .text = tr("Simulation"),
         .icon = "simulation",
         .tooltip = tr("How the motion is computed")});
    addParameters();
    return std::move(rows_);
  }

 private:
  int add(TreeRow row) {
    rows_.push_back(std::move(row));
    return static_cast<int>(rows_.size()) - 1;
  }

  int heading(const QString& title) { return add({.text = title}); }

  void addLinks() {
    if (description_.links.empty()) return;
    const int top = heading(tr("Links"));
    countChildren();
    for (std::size_t i = 0; i < description_.links.size(); ++i)
      addLink(description_.links[i], static_cast<int>(i), top);
  }

  void countChildren() {
    for (const auto& link : description_.links) ++children_[link.parent.id];
  }

  void addLink(const description::Link& link, int index, int top) {
    const auto parent = rowOfLink_.find(link.parent.id);
    const int above = parent == rowOfLink_.end() ? top : parent->second;
    const int depth = parent == rowOfLink_.end() ? 0 : depth_[above] + 1;
    const bool straightOn = depth >= kDeepestIndentation && children_[link.parent.id] == 1;
    const bool moves = link.joint.type->velocities() > 0;
    const QString joint = text(description::enumName(link.joint.type));
    const int row = add({.item = {.kind = Kind::kLink, .id = link.id, .index = index},
                         .parent = straightOn ? rows_[static_cast<std::size_t>(above)].parent : above,
                         .text = QString::fromStdString(link.name),
                         .detail = moves ? joint : QString(),
                         .icon = iconOf(link),
                         .tooltip = tr("%1: %2 joint, %3, on “%4”")
                                        .arg(QString::fromStdString(link.name), joint, bodyOf(link),
                                             QString::fromStdString(link.parent.name)),
                         .hideable = true});
    rowOfLink_[link.id] = row;
    depth_[row] = straightOn ? depth - 1 : depth;
  }

  template <class T>
  void addList(Kind kind, const QString& title, const std::vector<T>& objects) {
    if (objects.empty()) return;
    const int top = heading(title);
    for (std::size_t i = 0; i < objects.size(); ++i) {
      const auto [icon, detail, hideable] = lookOf(objects[i]);
      add({.item = {.kind = kind, .id = objects[i].id, .index = static_cast<int>(i)},
           .parent = top,
           .text = QString::fromStdString(objects[i].name),
           .detail = detail,
           .icon = icon,
           .tooltip = QString::fromStdString(objects[i].name),
           .hideable = hideable});
    }
  }

  struct Look {
    QString icon, detail;
    bool hideable = false;
  };
  static Look lookOf(const description::Actuator& actuator) {
    if (const auto* tendon = std::get_if<description::TendonActuator>(&actuator.type)) {
      const bool spool = tendon->mode == description::TendonMode::kLength;
      return {QStringLiteral("tendon"), spool ? tr("cable") : tr("tendon")};
    }
    if (std::holds_alternative<description::PressureActuator>(actuator.type))
      return {QStringLiteral("chamber"), tr("chamber")};
    if (std::holds_alternative<description::PropellersActuator>(actuator.type))
      return {QStringLiteral("propellers"), tr("propellers")};
    const auto& motor = std::get<description::JointActuator>(actuator.type);
    const bool drive = motor.mode == description::JointActuatorMode::kPosition;
    return {drive ? QStringLiteral("drive") : QStringLiteral("motor"), drive ? tr("drive") : tr("motor")};
  }
  static Look lookOf(const description::FreeObject&) { return {QStringLiteral("object"), {}, true}; }
  static Look lookOf(const description::Load& load) {
    if (std::holds_alternative<description::Contact>(load.type))
      return {QStringLiteral("contact"), tr("contact"), true};
    if (std::holds_alternative<description::FluidLoad>(load.type)) return {QStringLiteral("fluid"), tr("fluid")};
    return {QStringLiteral("load"), {}};
  }
  static Look lookOf(const description::Loop& loop) {
    return {QStringLiteral("chain"), text(description::enumName(loop.type)), true};
  }
  static Look lookOf(const description::Controller&) { return {QStringLiteral("controller"), {}}; }
  static Look lookOf(const description::Material&) { return {QStringLiteral("material"), {}}; }

  void addParameters() {
    const auto& entries = description_.parameters.entries;
    if (entries.empty()) return;
    const int top = add({.item = {.kind = Kind::kParameters},
                         .text = tr("Parameters"),
                         .icon = "parameter",
                         .tooltip = tr("Named numbers for every number field and expression")});
    for (std::size_t i = 0; i < entries.size(); ++i)
      add({.item = {.kind = Kind::kParameter, .index = static_cast<int>(i)},
           .parent = top,
           .text = QString::fromStdString(entries[i].first),
           .detail = entries[i].second.expression.empty()
                         ? QString::fromStdString(fieldNumber(entries[i].second.value))
                         : QStringLiteral("= ") + QString::fromStdString(entries[i].second.expression),
           .icon = "parameter",
           .tooltip = QString::fromStdString(entries[i].first)});
  }

  const Description& description_;
  std::vector<TreeRow> rows_;
  std::map<ObjectId, int> rowOfLink_, children_;
  std::map<int, int> depth_;  ///< levels of links above a row
};

}  // namespace

std::vector<TreeRow> treeRows(const Description& description) {
  return Rows(description).build();
}

}  // namespace tendril
