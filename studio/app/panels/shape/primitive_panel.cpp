// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/shape/primitive_panel.hpp"

#include <algorithm>
#include <cmath>

#include "core/builder/parts/evaluator.hpp"
#include "core/description/bodies/volume.hpp"
#include "core/model/contact/surface_field.hpp"
#include "studio/app/context/studio_context.hpp"
#include "studio/app/panels/shape/shape_panel.hpp"
#include "studio/app/panels/shape/soft_entries.hpp"
#include "studio/document/edits/geometry/primitive_edits.hpp"

namespace tendril {
namespace {

std::vector<NamedChoice> presets() {
  std::vector<NamedChoice> out;
  for (const edits::PrimitivePreset& preset : edits::primitivePresets())
    out.push_back({QString::fromUtf8(preset.name.data(), static_cast<qsizetype>(preset.name.size())),
                   QString::fromUtf8(preset.meaning.data(), static_cast<qsizetype>(preset.meaning.size()))});
  return out;
}

/// The length of a volume, m: as given, else that of the body as it runs, else 1.
double lengthOf(const Description& description, const description::VolumeBody& body, const Snapshot& snapshot,
                ObjectId link) {
  std::vector<Problem> ignored;
  const double given = body.length ? Evaluator(description, ignored).number(*body.length, {}) : 0;
  if (given > 0) return given;
  const int index = snapshot.model ? linkIndexOf(*snapshot.model, link) : -1;
  if (index < 0) return 1;
  const Body* built = snapshot.model->links[static_cast<std::size_t>(index)].body.get();
  const double length = built ? built->length() : 0;
  return length > 0 ? length : 1;
}

}  // namespace

PrimitivePanel::PrimitivePanel(StudioContext& context)
    : QObject(&context.window()),
      context_(context),
      editor_(new PrimitiveEditor([this](const QString& text) { return check(text); }, presets())),
      watch_(new VolumeWatch(this)) {
  editor_->setProperty("helpTitle", tr("Primitives of a soft volume"));
  editor_->setProperty("helpGuide", "formulas.md#volumes-of-primitives");
  editor_->setProperty(
      "helpText",
      tr("The deformations that the body is composed of; each keeps the volume of every piece of material. A mode is a "
         "function of X (0…1) or x (m) that one coordinate multiplies. Drag the grip of a card to change the order. "
         "The strips show det F and the distance from folding along the body."));
  connectEditor();
  connect(&context.player(), &Player::modelChanged, this, &PrimitivePanel::showModel);
  connect(&context.player(), &Player::frame, this, &PrimitivePanel::showFrame);
  connect(watch_, &VolumeWatch::reported, &editor_->gauge(), &VolumeGauge::setReport);
  connect(watch_, &VolumeWatch::rangesKnown, this, [this](const std::vector<std::pair<double, double>>& ranges) {
    ranges_ = ranges;
    showEntries();
  });
}

void PrimitivePanel::connectEditor() {
  const auto at = [](int index) { return static_cast<std::size_t>(index); };
  connect(editor_, &PrimitiveEditor::presetChosen, this, [this](const QString& name) {
    apply(-1, edits::setPrimitivePreset(context_.description(), link_, name.toStdString()));
  });
  connect(editor_, &PrimitiveEditor::familyChosen, this, [this](const QString& family) {
    apply(-1, edits::setPrimitiveFamily(context_.description(), link_, family.toStdString()));
  });
  connect(editor_, &PrimitiveEditor::added, this, [this](const QString& type) {
    apply(-1, edits::addPrimitive(context_.description(), link_, type.toStdString()));
  });
  connect(editor_, &PrimitiveEditor::removed, this,
          [this, at](int card) { apply(card, edits::removePrimitive(context_.description(), link_, at(card))); });
  connect(editor_, &PrimitiveEditor::moved, this, [this, at](int card, int to) {
    apply(card, edits::movePrimitive(context_.description(), link_, at(card), at(to)));
  });
  connect(editor_, &PrimitiveEditor::typeChosen, this, [this, at](int card, const QString& type) {
    apply(card, edits::setPrimitiveType(context_.description(), link_, at(card), type.toStdString()));
  });
  connect(editor_, &PrimitiveEditor::modeEdited, this, [this, at](int card, int mode, const QString& text) {
    apply(card, edits::setMode(context_.description(), link_, at(card), at(mode), text.toStdString()));
  });
  connect(editor_, &PrimitiveEditor::modeAdded, this, &PrimitivePanel::addMode);
  connect(editor_, &PrimitiveEditor::coloursWanted, this, &PrimitivePanel::toggleColours);
  connect(editor_, &PrimitiveEditor::modeRemoved, this, [this, at](int card, int mode) {
    apply(card, edits::removeMode(context_.description(), link_, at(card), at(mode)));
  });
  connect(editor_, &PrimitiveEditor::coefficientMoved, this, &PrimitivePanel::move);
}

CheckedFunction PrimitivePanel::check(const QString& text) const {
  return checkFunction(context_.description(), text, length_);
}

void PrimitivePanel::show(ObjectId link) {
  const description::VolumeBody* body = volumeOf(context_.description(), link);
  link_ = body ? link : 0;
  if (!body) return;
  const Snapshot& now = context_.player().snapshot();
  length_ = lengthOf(context_.description(), *body, now, link_);
  const std::string name = edits::nameOf(context_.description(), {ItemKind::kLink, link_});
  editor_->setStack(QString::fromStdString(name), primitiveStack(context_.description(), *body, length_));
  showModel(now);
}

void PrimitivePanel::showModel(const Snapshot& snapshot) {
  if (link_ == 0) return;
  if (snapshot.model != model_ || link_ != watched_) {
    ranges_.clear();
    model_ = snapshot.model, watched_ = link_;
    editor_->gauge().clear();
    editor_->setRemark({});
    watch_->setBody(model_, model_ ? linkIndexOf(*model_, link_) : -1);
  }
  showEntries();
  if (snapshot.model) editor_->setConfiguration(snapshot.q), watch_->look(snapshot.q);
}

void PrimitivePanel::showEntries() {
  std::vector<PoseEntry> entries = softEntries(context_.player().snapshot(), link_);
  for (std::size_t i = 0; i < entries.size() && i < ranges_.size(); ++i)
    entries[i].lower = ranges_[i].first, entries[i].upper = ranges_[i].second;
  editor_->setEntries(entries);
}

void PrimitivePanel::showFrame(const Snapshot& snapshot) {
  if (link_ == 0 || !editor_->isVisible()) return;
  editor_->setConfiguration(snapshot.q);
  watch_->look(snapshot.q);
}

void PrimitivePanel::apply(int primitive, const Edit& edit) {
  std::vector<Problem> problems;
  const bool done = context_.document().edit(edit, problems);
  if (done) return editor_->setProblem(-1, {});
  editor_->setProblem(primitive, refusal(problems));
}

void PrimitivePanel::addMode(int primitive) {
  const description::VolumeBody* body = volumeOf(context_.description(), link_);
  const auto index = static_cast<std::size_t>(primitive);
  if (!body || index >= body->primitives.size()) return;
  const description::Primitive& card = body->primitives[index];
  const std::size_t count = card.modes.size();
  apply(primitive, edits::setMode(context_.description(), link_, index, count, edits::usualMode(card.type, count)));
}

void PrimitivePanel::toggleColours() {
  context_.actions().trigger(QStringLiteral("field-") +
                             QString::fromUtf8(surfaceFieldInfo(SurfaceField::kVolumeRatio).key));
}

/// A body that folded could not be computed: the hand stops before.
void PrimitivePanel::move(int coordinate, double value) {
  Player& player = context_.player();
  const Snapshot& now = player.snapshot();
  if (coordinate >= now.q.size()) return;
  VecX q = now.q;
  q[coordinate] = value;
  const double share = watch_->reach(now.q, q);
  editor_->setRemark(share < 1 ? tr("It goes no farther: %1.").arg(watch_->violation(q)) : QString());
  if (share < 1) q[coordinate] = now.q[coordinate] + share * (value - now.q[coordinate]);
  player.pause();  // a robot that runs on would leave the shape at once
  player.setConfiguration(q, VecX::Zero(now.v.size()));
}

}  // namespace tendril
