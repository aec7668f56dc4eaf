// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/inputs_panel.hpp"

#include <QBoxLayout>
#include <QEvent>
#include <QToolButton>

#include <algorithm>

#include "core/signals/input_reach.hpp"
#include "studio/app/context/studio_context.hpp"
#include "widgets/theme/tokens.hpp"

namespace tendril {
namespace {

std::vector<PanelInput> inputsOf(const Model& model) {
  std::vector<PanelInput> inputs;
  for (std::size_t a = 0; a < model.actuators.size(); ++a)
    for (int k = 0; k < model.actuators[a]->inputs(); ++k) {
      const int input = model.inputOffset[a] + k;
      const InputRange& range = model.actuators[a]->ranges[static_cast<std::size_t>(k)];
      const InputInfo words = model.actuators[a]->inputInfo(k);
      PanelInput info{.name = QString::fromStdString(model.inputName(input)),
                      .unit = QString::fromStdString(words.unit),
                      .what = QString::fromStdString(words.input)};
      info.lower = range.lower, info.upper = range.upper;
      info.hasSignal = std::any_of(model.signals.begin(), model.signals.end(),
                                   [input](const InputSignal& signal) { return signal.input == input; });
      info.controlled =
          std::any_of(model.controllers.begin(), model.controllers.end(), [input](const auto& controller) {
            return std::find(controller->outputs.begin(), controller->outputs.end(), input) !=
                   controller->outputs.end();
          });
      info.hasSignal = info.hasSignal || info.controlled;
      info.position = std::any_of(model.prescribedJoints.begin(), model.prescribedJoints.end(),
                                  [input](const PrescribedJoint& driven) { return driven.input == input; });
      info.reach = inputReach(model, input);
      inputs.push_back(info);
    }
  return inputs;
}

/// What is done with inputs besides moving them: the robot at rest under them.
QWidget* staticsBar(const ActionList& actions) {
  auto* bar = new QWidget;
  auto* across = new QHBoxLayout(bar);
  across->setContentsMargins(2 * kGrid, kGrid, 2 * kGrid, kGrid);
  for (const char* name : {"findEquilibrium", "followEquilibrium", "leadByDragging"}) {
    QAction* action = actions.find(name);
    if (!action) continue;
    auto* button = new QToolButton;
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    across->addWidget(button);
  }
  across->addStretch(1);
  return bar;
}

}  // namespace

InputsPanel::InputsPanel(StudioContext& context)
    : QObject(&context.window()), context_(context), panel_(new InputPanel) {
  auto* whole = new QWidget;
  auto* down = new QVBoxLayout(whole);
  down->setContentsMargins(0, 0, 0, 0);
  down->setSpacing(0);
  down->addWidget(staticsBar(context.actions()));
  down->addWidget(panel_, 1);
  context.panels().addPanel({.id = "inputs",
                             .title = tr("Inputs"),
                             .icon = "hand",
                             .guide = "running.md#inputs-by-hand",
                             .widget = whole,
                             .area = PanelArea::kRight,
                             .workspaces = InWorkspace::kRun | InWorkspace::kAnalyse});
  Player& player = context.player();
  connect(panel_, &InputPanel::held, &player, &Player::overrideInput);
  connect(panel_, &InputPanel::released, &player, &Player::releaseInput);
  connect(panel_, &InputPanel::allReleased, &player, &Player::releaseAllInputs);
  connect(&context, &StudioContext::inputsMarked, this, [this](const std::vector<int>& inputs) {
    marked_ = inputs;
    showFrame(context_.player().snapshot());
  });
  connect(&context, &StudioContext::lengthUnitChanged, panel_, &InputPanel::setLengthUnit);
  connect(&player, &Player::modelChanged, this, &InputsPanel::showModel);
  connect(&player, &Player::frame, this, &InputsPanel::showFrame);
  panel_->installEventFilter(this);
}

/// While the robot stands no frames come: what the panel missed it shows when it opens.
bool InputsPanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == panel_ && event->type() == QEvent::Show) showFrame(context_.player().snapshot());
  return QObject::eventFilter(watched, event);
}

void InputsPanel::showModel(const Snapshot& snapshot) {
  panel_->setInputs(snapshot.model ? inputsOf(*snapshot.model) : std::vector<PanelInput>());
}

void InputsPanel::showFrame(const Snapshot& snapshot) {
  if (!panel_->isVisible() || static_cast<int>(snapshot.u.size()) != panel_->count()) return;
  values_.resize(static_cast<std::size_t>(panel_->count()));
  for (std::size_t i = 0; i < values_.size(); ++i)
    values_[i] = {snapshot.u[static_cast<Eigen::Index>(i)], i < snapshot.inputs.size() && snapshot.inputs[i].held,
                  i < snapshot.inputs.size() ? snapshot.inputs[i].lost : 0,
                  std::ranges::find(marked_, static_cast<int>(i)) != marked_.end()};
  panel_->setValues(values_);
}

}  // namespace tendril
