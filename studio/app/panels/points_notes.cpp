// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/points_notes.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "core/builder/parts/evaluator.hpp"
#include "core/description/bodies.hpp"
#include "core/model/volume/volume.hpp"
#include "core/text/units.hpp"
#include "studio/app/context/studio_context.hpp"
#include "widgets/inspector/inspector.hpp"

namespace tendril {
namespace {

using Rule = PointsEstimate::Rule;
constexpr double kPoorQuality = 0.02;  // of a tetrahedron: thinner ones are told as a warning
constexpr double kLeast = 1e-5;        // what is less is told as less than that

/// "1.2 %"
QString shareText(double share) {
  if (share < kLeast) return QStringLiteral("<0.001\u202f%");
  return QString::fromStdString(fieldNumber(100 * share, 2)) + QStringLiteral("\u202f%");
}

}  // namespace

PointsNotes::PointsNotes(StudioContext& context, Inspector& inspector)
    : QObject(&context.window()), context_(context), inspector_(inspector) {
  worker_.setMaxThreadCount(1);
  connect(&context.player(), &Player::modelSettled, this, &PointsNotes::measure);
}

PointsNotes::~PointsNotes() {
  worker_.clear();
  worker_.waitForDone();
}

void PointsNotes::show(description::ObjectId link) {
  if (link != link_) forget();
  link_ = link;
  measure();
}

void PointsNotes::forget() {
  estimates_.clear();
  quality_ = {};
}

/// The body of the link as it is described; null: none.
const description::Body* PointsNotes::described() const {
  for (const description::Link& link : context_.description().links)
    if (link.id == link_ && link.body) return &*link.body;
  return nullptr;
}

int PointsNotes::perTetrahedron() const {
  const auto* body = described();
  const auto* volume = body ? description::tetrahedraOf(*body) : nullptr;
  if (!volume) return 1;
  std::vector<Problem> ignored;
  return Evaluator(context_.description(), ignored).number(volume->quadrature, {}) < 4 ? 1 : 4;
}

void PointsNotes::measure() {
  const std::shared_ptr<const Model>& model = context_.player().snapshot().model;
  const int index = link_ != 0 && model ? linkIndexOf(*model, link_) : -1;
  std::shared_ptr<const Body> body = index >= 0 ? model->links[static_cast<std::size_t>(index)].body : nullptr;
  const int points = perTetrahedron();
  const bool known = body == body_ && points == perTetrahedron_ && !estimates_.empty();
  if (!body) forget();
  if (known || !body) return tell();  // names may be others
  body_ = std::move(body), perTetrahedron_ = points;
  worker_.clear();
  worker_.start([this, of = body_, points, number = ++asked_] {
    std::vector<PointsEstimate> found;
    const auto* volume = dynamic_cast<const Volume*>(of.get());
    const MeshQuality quality = volume && volume->sharedMesh() ? meshQuality(*volume->sharedMesh()) : MeshQuality{};
    try {
      found = estimatePoints(*of, points);
    } catch (const std::exception&) {  // points or laws that serve no shape but those of the run: nothing to tell
    }
    QMetaObject::invokeMethod(
        this,
        [this, found, quality, number] {
          if (number != asked_) return;
          estimates_ = found;
          quality_ = quality;
          tell();
        },
        Qt::QueuedConnection);
  });
  tell();
}

void PointsNotes::tell() {
  std::vector<std::pair<QString, FieldNote>> notes;
  for (const PointsEstimate& estimate : estimates_)
    if (const QString field = fieldOf(estimate); !field.isEmpty()) notes.emplace_back(field, noteOf(estimate));
  addMeshNote(notes);
  inspector_.setNotes(notes);
}

/// Below the file, the number of tetrahedra or the size of edges.
void PointsNotes::addMeshNote(std::vector<std::pair<QString, FieldNote>>& notes) const {
  const auto* body = described();
  const auto* volume = body ? description::tetrahedraOf(*body) : nullptr;
  if (!volume || quality_.tetrahedra == 0) return;
  QString path =
      QString::fromStdString(pathOf(context_.description(), Target::link(link_))) + QStringLiteral(".body.mesh");
  if (const auto* shape = std::get_if<description::MeshShape>(&volume->mesh.value)) {
    const char* name = shape->cylinder   ? "cylinder"
                       : shape->tube     ? "tube"
                       : shape->box      ? "box"
                       : shape->helicoid ? "trimmed_helicoid"
                       : shape->gripper  ? "gripper"
                                         : "surface";
    path += QStringLiteral(".%1.%2").arg(QLatin1String(name),
                                         shape->surface ? QStringLiteral("size") : QStringLiteral("tetrahedra"));
  }
  FieldNote note;
  note.text = tr("%1 tetrahedra; quality %2 on average, worst %3; per cent of them in each tenth of quality: %4")
                  .arg(quality_.tetrahedra)
                  .arg(QString::fromStdString(fieldNumber(quality_.meanQuality, 2)),
                       QString::fromStdString(fieldNumber(quality_.minimumQuality, 2)),
                       QString::fromStdString(quality_.histogramText()));
  note.warns = quality_.minimumQuality < kPoorQuality;
  notes.emplace_back(path, note);
}

/// Empty where the project is ahead of the model that was measured.
QString PointsNotes::fieldOf(const PointsEstimate& estimate) const {
  const auto* body = described();
  if (!body) return {};
  QString path = QString::fromStdString(pathOf(context_.description(), Target::link(link_))) + QStringLiteral(".body");
  if (estimate.rule != Rule::kGauss) {
    if (!description::tetrahedraOf(*body)) return {};
    return path + (estimate.rule == Rule::kFitted ? QStringLiteral(".live_quadrature") : QStringLiteral(".quadrature"));
  }
  const auto* rod = std::get_if<description::RodBody>(body);
  if (!rod || static_cast<std::size_t>(estimate.division) >= rod->parts().size()) return {};
  if (!rod->divisions.empty()) path += QStringLiteral(".divisions[%1]").arg(estimate.division);
  return path + QStringLiteral(".quadrature");
}

FieldNote PointsNotes::noteOf(const PointsEstimate& estimate) const {
  const bool rod = estimate.rule == Rule::kGauss;
  const QString error = shareText(estimate.error);
  FieldNote note;
  note.text =
      rod ? tr("Tip of bent shapes: error %1 of the length").arg(error) : tr("Elastic energy: error %1").arg(error);
  if (estimate.offered > 0) {
    note.cure = tr("Use %1").arg(estimate.offered);
    note.json = QString::number(estimate.offered);
    const double times = static_cast<double>(estimate.offered) / estimate.points;
    note.help = tr("Brings the error to %1, with %2 times as many points")
                    .arg(shareText(estimate.then), QString::fromStdString(fieldNumber(times, 2)));
  } else if (estimate.rule == Rule::kFitted && estimate.isTold() && !estimates_.front().isTold()) {
    note.cure = tr("Use all");
    note.json = QStringLiteral("\"full\"");
    note.help = tr("The points of the mesh: brings the error to %1").arg(shareText(estimates_.front().error));
  }
  note.warns = estimate.isTold() && !note.cure.isEmpty();
  return note;
}

}  // namespace tendril
