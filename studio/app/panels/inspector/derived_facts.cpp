// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/inspector/derived_facts.hpp"

#include <Eigen/Eigenvalues>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

#include "core/model/body/folding.hpp"
#include "core/text/units.hpp"
#include "studio/app/context/studio_context.hpp"
#include "studio/document/edits/geometry/shape_edits.hpp"
#include "widgets/format.hpp"

namespace tendril {
namespace {

constexpr int kDigits = 4;

QString quantity(double value, const char* unit) {
  return QString::fromStdString(fieldQuantity(value, unit, kDigits));
}

/// "39.76 … 7.854 mN·m²": the unit once, where it is the same for all.
QString together(QStringList quantities, const QString& separator) {
  const QString& last = quantities.back();
  const auto space = std::find_if(last.begin(), last.end(), [](QChar c) { return c.isSpace(); });
  const QString unit = last.mid(space - last.begin());
  if (std::all_of(quantities.begin(), quantities.end(), [&](const QString& each) { return each.endsWith(unit); }))
    for (qsizetype i = 0; i + 1 < quantities.size(); ++i) quantities[i].chop(unit.size());
  return quantities.join(separator);
}

/// "(50, 0, 0) mm"
QString placeText(const Vec3& place, double size, const QString& unit) {
  constexpr double kNothing = 1e-9;  // of the size: what is left of roundings
  const double factor = unitFactor(unit.toStdString());
  QStringList numbers;
  for (const double value : place)
    numbers << (std::abs(value) < kNothing * size ? QStringLiteral("0")
                                                  : QString::fromStdString(fieldNumber(value / factor, kDigits)));
  return QStringLiteral("(%1) %2").arg(numbers.join(QStringLiteral(", ")), unit);
}

/// About the principal axes, which people can compare; the entries of the tensor are fields.
QString inertiaText(const Mat3& inertia) {
  const Eigen::SelfAdjointEigenSolver<Mat3> axes(inertia, Eigen::EigenvaluesOnly);
  QStringList numbers;
  for (const double moment : axes.eigenvalues()) numbers << quantity(std::max(moment, 0.0), "kg·m²");
  return together(numbers, QStringLiteral(", "));
}

QStringList massLines(double mass, const Vec3& center, const Mat3& inertia, double size, const QString& unit) {
  return {DerivedFacts::tr("mass %1").arg(quantity(mass, "kg")),
          DerivedFacts::tr("centre %1").arg(placeText(center, size, unit)),
          DerivedFacts::tr("principal inertias %1").arg(inertiaText(inertia))};
}

/// One number, or those at base and tip.
QString alongText(double atBase, double atTip, const char* unit) {
  const bool same = std::abs(atBase - atTip) <= 1e-6 * std::max(std::abs(atBase), std::abs(atTip));
  return same ? quantity(atBase, unit)
              : together({quantity(atBase, unit), quantity(atTip, unit)}, QStringLiteral(" … "));
}

QStringList sectionLines(const BodyProperties& found) {
  const auto &base = found.base, &tip = found.tip;
  if (!base || !tip || !(base->axial > 0)) return {};
  constexpr double kAlike = 1e-9;
  const bool round = std::abs(base->bendingY - base->bendingZ) <= kAlike * base->bendingY &&
                     std::abs(tip->bendingY - tip->bendingZ) <= kAlike * tip->bendingY;
  QStringList lines;
  if (round) {
    lines << DerivedFacts::tr("bending stiffness EI %1").arg(alongText(base->bendingY, tip->bendingY, "N·m²"));
  } else {
    lines << DerivedFacts::tr("bending stiffness about y %1").arg(alongText(base->bendingY, tip->bendingY, "N·m²"))
          << DerivedFacts::tr("bending stiffness about z %1").arg(alongText(base->bendingZ, tip->bendingZ, "N·m²"));
  }
  lines << DerivedFacts::tr("axial stiffness EA %1").arg(alongText(base->axial, tip->axial, "N"));
  if (base->torsion > 0)
    lines << DerivedFacts::tr("torsional stiffness GJ %1").arg(alongText(base->torsion, tip->torsion, "N·m²"));
  return lines;
}

}  // namespace

QString derivedLines(const RigidInertia& rigid, const QString& unit) {
  if (!(rigid.mass > 0)) return {};
  const double size = rigid.com.norm();
  return massLines(rigid.mass, rigid.com, rigid.inertia, size, unit).join(u'\n');
}

QString derivedLines(const Body& body, const BodyProperties& found, const QString& unit) {
  QStringList lines = massLines(found.mass, found.center, found.inertia, body.length(), unit);
  if (found.volume > 0) lines << DerivedFacts::tr("volume %1").arg(quantity(found.volume, "m³"));
  lines << sectionLines(found);
  if (found.frequency > 0)
    lines << DerivedFacts::tr("first frequency %1, base held").arg(quantity(found.frequency, "Hz"));
  return lines.join(u'\n');
}

QString foldingLine(const Snapshot& snapshot, std::uint64_t id, const QString& unit) {
  const int index = id != 0 && snapshot.model ? linkIndexOf(*snapshot.model, id) : -1;
  if (index < 0) return {};
  const Link& link = snapshot.model->links[static_cast<std::size_t>(index)];
  const bool line = link.body && !link.body->sweptPieces().empty();
  if (!line || snapshot.q.size() < link.qBody + link.nBody) return {};
  const Folding folding = foldingOf(*link.body, snapshot.q.segment(link.qBody, link.nBody));
  QString margin = DerivedFacts::tr("margin to folding %1").arg(formatNumber(folding.margin, 3));
  if (!(folding.margin < 1)) return margin;
  return DerivedFacts::tr("%1 at x = %2").arg(margin, formatLength(folding.at * link.body->length(), unit, 3).text());
}

DerivedFacts::DerivedFacts(StudioContext& context) : QObject(&context.window()), context_(context) {
  worker_.setMaxThreadCount(1);
  connect(&context.player(), &Player::modelChanged, this, &DerivedFacts::compute);
}

DerivedFacts::~DerivedFacts() {
  worker_.clear();
  worker_.waitForDone();
}

void DerivedFacts::show(std::uint64_t link) {
  if (std::exchange(link_, link) != link) body_.reset(), take({});
  compute();
}

void DerivedFacts::compute() {
  const std::shared_ptr<const Model>& model = context_.player().snapshot().model;
  const int index = link_ != 0 && model ? linkIndexOf(*model, link_) : -1;
  if (index < 0) return take({});
  const Link& link = model->links[static_cast<std::size_t>(index)];
  const QString unit = context_.lengthUnit();
  if (!link.body) {
    ++asked_, body_.reset();
    QString text = derivedLines(link.rigid, unit);
    const std::optional<double> density = text.isEmpty() ? std::nullopt : edits::meanDensity(*model, link_);
    if (density) text += u'\n' + tr("density of its shape %1").arg(quantity(*density, "kg/m³"));
    return take(text);
  }
  if (link.body == body_ && unit == unit_) return;
  body_ = link.body, unit_ = unit;
  worker_.clear();
  worker_.start([this, body = link.body, unit, number = ++asked_] {
    QString text;
    try {
      text = derivedLines(*body, propertiesOf(*body), unit);
    } catch (const std::exception&) {  // laws that serve no shape but those of the run: nothing to tell
    }
    QMetaObject::invokeMethod(
        this,
        [this, text, number] {
          if (number == asked_) take(text);
        },
        Qt::QueuedConnection);
  });
}

void DerivedFacts::take(const QString& text) {
  if (text == text_) return;
  text_ = text;
  Q_EMIT changed();
}

}  // namespace tendril
