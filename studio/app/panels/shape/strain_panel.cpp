// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/shape/strain_panel.hpp"

#include <algorithm>

#include "core/model/body/folding.hpp"
#include "core/model/rod/rod_spec.hpp"
#include "studio/app/context/studio_context.hpp"
#include "studio/app/panels/shape/shape_panel.hpp"
#include "studio/app/panels/shape/soft_entries.hpp"
#include "widgets/inspector/field_text.hpp"

namespace tendril {
namespace {

constexpr int kMostOrder = 1000;  // beyond, the order itself is refused
constexpr int kSlabs = 48;        // of the strip of margins

std::vector<NamedChoice> presets() {
  std::vector<NamedChoice> out;
  for (const edits::StrainPreset& preset : edits::strainPresets())
    out.push_back({QString::fromUtf8(preset.name.data(), static_cast<qsizetype>(preset.name.size())),
                   QString::fromUtf8(preset.meaning.data(), static_cast<qsizetype>(preset.meaning.size()))});
  return out;
}

bool isNumber(const QString& text) {
  bool number = false;
  (void)text.toDouble(&number);
  return number;
}

}  // namespace

StrainPanel::StrainPanel(StudioContext& context)
    : QObject(&context.window()),
      context_(context),
      editor_(new StrainEditor([this](const QString& text) { return check(text); }, presets())) {
  editor_->setProperty("helpTitle", tr("Strains of a rod"));
  editor_->setProperty("helpGuide", "formulas.md#strains-of-rods");
  editor_->setProperty("helpText",
                       tr("Which strains of the rod may vary, and the functions of X that they are made of: a family "
                          "and its order, or formulas. A strain that is off stays at its reference. Sliders weight the "
                          "functions; changing family or order keeps the shape as well as the new functions can. The "
                          "strip shows how far its bends are from folding its sections."));
  connectEditor();
  connect(&context.player(), &Player::modelChanged, this, &StrainPanel::showModel);
  connect(&context.player(), &Player::frame, this, &StrainPanel::showFrame);
}

void StrainPanel::connectEditor() {
  connect(editor_, &StrainEditor::presetChosen, this, [this](const QString& name) {
    apply(-1, edits::setStrainPreset(context_.description(), link_, name.toStdString()));
  });
  connect(editor_, &StrainEditor::divisionChosen, this, [this](int division) {
    division_ = static_cast<std::size_t>(std::max(0, division));
    show(link_);
  });
  connect(editor_, &StrainEditor::switched, this, [this](int strain, bool on) {
    apply(strain, edits::switchStrain(context_.description(), place(strain), on));
  });
  connect(editor_, &StrainEditor::basisChosen, this, [this](int strain, const QString& basis) {
    apply(strain, edits::setStrainBasis(context_.description(), place(strain), basis.toStdString()));
  });
  connect(editor_, &StrainEditor::functionsEdited, this, [this](int strain, const QStringList& functions) {
    std::vector<std::string> texts;
    for (const QString& function : functions) texts.push_back(function.toStdString());
    apply(strain, edits::setStrainFunctions(context_.description(), place(strain), texts));
  });
  connect(editor_, &StrainEditor::orderTyped, this, &StrainPanel::setOrder);
  connect(editor_, &StrainEditor::referenceTyped, this, &StrainPanel::setReference);
  connect(editor_, &StrainEditor::coefficientMoved, this, &StrainPanel::move);
}

CheckedFunction StrainPanel::check(const QString& text) const {
  return checkFunction(context_.description(), text, length_);
}

void StrainPanel::show(ObjectId link) {
  const description::RodBody* rod = rodOf(context_.description(), link);
  if (link != link_) division_ = 0;
  link_ = rod ? link : 0;
  if (!rod) return;
  const auto parts = rod->parts();
  division_ = std::min(division_, parts.size() - 1);
  const StrainSet set = strainSet(context_.description(), parts[division_]);
  length_ = set.length;
  const std::string name = edits::nameOf(context_.description(), {ItemKind::kLink, link_});
  editor_->setRod(QString::fromStdString(name), static_cast<int>(division_), static_cast<int>(parts.size()), set);
  showModel(context_.player().snapshot());
}

void StrainPanel::showModel(const Snapshot& snapshot) {
  if (link_ == 0) return;
  editor_->setEntries(softEntries(snapshot, link_));
  if (snapshot.model) editor_->setConfiguration(snapshot.q);
  showMargin(snapshot);
}

void StrainPanel::showFrame(const Snapshot& snapshot) {
  if (link_ == 0 || !editor_->isVisible()) return;
  editor_->setConfiguration(snapshot.q);
  showMargin(snapshot);
}

void StrainPanel::showMargin(const Snapshot& snapshot) {
  const int index = snapshot.model ? linkIndexOf(*snapshot.model, link_) : -1;
  const Link* link = index < 0 ? nullptr : &snapshot.model->links[static_cast<std::size_t>(index)];
  const bool line = link && link->body && !link->body->sweptPieces().empty();
  if (!line || snapshot.q.size() < link->qBody + link->nBody) return editor_->gauge().clear();
  const VecX q = snapshot.q.segment(link->qBody, link->nBody);
  const Folding folding = foldingOf(*link->body, q);
  editor_->gauge().setMargin(folding.margin, folding.at, foldingAlong(*link->body, q, kSlabs));
}

edits::StrainPlace StrainPanel::place(int strain) const {
  return {.link = link_, .division = division_, .strain = static_cast<std::size_t>(strain)};
}

std::string StrainPanel::path(int strain) const {
  return edits::divisionPath(context_.description(), link_, division_) + ".strain." +
         std::string(kStrainNames[static_cast<std::size_t>(strain)]);
}

void StrainPanel::apply(int strain, const Edit& edit) {
  std::vector<Problem> problems;
  const bool done = context_.document().edit(edit, problems);
  editor_->setProblem(strain, done ? QString() : refusal(problems));
  if (!done) show(link_);  // switches stand as they did
}

void StrainPanel::setField(int strain, const QString& what, const std::string& path, const QString& json) {
  setFields(strain, what, {{path, json.toStdString()}});
}

void StrainPanel::setFields(int strain, const QString& what,
                            const std::vector<std::pair<std::string, std::string>>& values) {
  std::vector<Problem> problems;
  const QString key =
      QStringLiteral("shape:") + QString::fromStdString(values.front().first);  // steps in a row are one
  const bool done = context_.document().setFields(values, problems, key);
  QString why = refusal(problems);
  if (why.startsWith(u"is ")) why = what + u' ' + why;
  editor_->setProblem(strain, done ? QString() : why);
}

void StrainPanel::setOrder(int strain, const QString& text) {
  const bool number = isNumber(text);
  if (!number && !text.startsWith(u'='))
    return editor_->setProblem(
        strain, tr("“%1” is no number. Type a whole number, or = and a formula of parameters.").arg(text.left(20)));
  std::vector<std::pair<std::string, std::string>> values = {
      {path(strain) + ".order", (number ? text : jsonText(text)).toStdString()}};
  if (const std::optional<int> points = number ? pointsFor(strain, text.toInt()) : std::nullopt)
    values.emplace_back(edits::divisionPath(context_.description(), link_, division_) + ".quadrature",
                        std::to_string(*points));
  setFields(strain, tr("The order"), values);
}

std::optional<int> StrainPanel::pointsFor(int strain, int order) {
  const std::optional<int> now = edits::namedPoints(context_.description(), link_, division_);
  if (!now || order < 0 || order > kMostOrder) return {};
  Points& points = points_[edits::divisionPath(context_.description(), link_, division_)];
  if (points.set != *now) points.named = *now;  // changed elsewhere
  points.set = std::max(points.named, edits::pointsToResolve(context_.description(), place(strain), order));
  return points.set == *now ? std::nullopt : std::optional(points.set);
}

void StrainPanel::setReference(int strain, const QString& text) {
  const bool number = isNumber(text);
  const std::string place = edits::divisionPath(context_.description(), link_, division_) + ".reference_strain[" +
                            std::to_string(strain) + ']';
  setField(strain, tr("The reference"), place, number ? text : jsonText(text));
}

void StrainPanel::move(int coordinate, double value) {
  Player& player = context_.player();
  const Snapshot& now = player.snapshot();
  if (coordinate >= now.q.size()) return;
  VecX q = now.q;
  q[coordinate] = value;
  player.pause();  // a robot that runs on would leave the shape at once
  player.setConfiguration(q, VecX::Zero(now.v.size()));
}

}  // namespace tendril
