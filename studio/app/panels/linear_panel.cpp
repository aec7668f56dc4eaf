// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/linear_panel.hpp"

#include <QDir>
#include <QFileDialog>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/control/controllers/lqr.hpp"
#include "core/control/linear/step_response.hpp"
#include "core/equilibria/statics.hpp"
#include "core/session/linear_signals.hpp"
#include "studio/app/context/studio_context.hpp"
#include "studio/linear/linear_files.hpp"
#include "widgets/format.hpp"

namespace tendril {
namespace {

constexpr int kPoints = 600;          // of a response
constexpr double kRounding = 1e-10;   // of the largest pole: real parts that neither decay nor grow
constexpr double kUnbalanced = 1e-6;  // m/s², rad/s²
constexpr int kProgressSteps = 100;

QString text(const std::string& utf8) {
  return QString::fromStdString(utf8);
}

std::vector<PoleRow> rowsOf(const LinearSystem& system, const PoleAnalysis& poles) {
  double largest = 0;
  for (const Pole& pole : poles.poles) largest = std::max(largest, std::abs(pole.value));
  std::vector<PoleRow> rows;
  for (std::size_t k = 0; k < poles.poles.size(); ++k) {
    const Pole& pole = poles.poles[k];
    if (pole.value.imag() < 0) continue;  // the other of a pair
    const bool grows = !pole.decays && pole.value.real() > kRounding * largest;
    rows.push_back({.value = pole.value,
                    .frequency = pole.frequency,
                    .damping = pole.damping,
                    .fate = pole.decays ? PoleFate::kDecays : (grows ? PoleFate::kGrows : PoleFate::kStays),
                    .controllable = pole.controllable,
                    .observable = pole.observable,
                    .moves = text(movesMost(system, poles, k))});
  }
  return rows;
}

/// The last three outputs, where the last link's tip is; fewer where there are not so many.
std::vector<int> lastOutputs(const LinearSystem& system) {
  std::vector<int> out;
  for (auto i = std::max<Eigen::Index>(0, system.C.rows() - 3); i < system.C.rows(); ++i)
    out.push_back(static_cast<int>(i));
  return out;
}

QString counted(Eigen::Index count, const QString& one, const QString& many) {
  return (count == 1 ? one : many).arg(count);
}

}  // namespace

struct LinearPanel::Responses {
  StepResponse found;
  QString failure;
};

LinearPanel::LinearPanel(StudioContext& context)
    : QObject(&context.window()), context_(context), view_(new LinearView) {
  worker_.setMaxThreadCount(1), files_.setMaxThreadCount(1);
  context.panels().addPanel({.id = "linear",
                             .title = tr("Linear"),
                             .icon = "linear",
                             .guide = "analysing.md#linear-model",
                             .widget = view_,
                             .area = PanelArea::kRight,
                             .workspaces = InWorkspace::kAnalyse});
  view_->setProperty("helpTitle", tr("Linear model"));
  view_->setProperty("helpText", tr("x' = A x + B u, y = C x + D u about an equilibrium or about what is shown: its "
                                    "poles, what inputs move and outputs see, and responses to jumps of the inputs. "
                                    "The run is not touched."));
  context.actions()
      .add(tr("Linear model: poles and step responses"), "linear", {QKeySequence(Qt::Key_L)},
           [this] {
             context_.panels().showPanel("linear");
             if (!cancel_ && context_.player().snapshot().model) linearizeNow();
           })
      ->setObjectName(QStringLiteral("linearizeAction"));
  context.actions().find(QStringLiteral("linearizeAction"))->setProperty(kAlsoFound, tr("control export state space"));
  connectView();
  connect(&context.player(), &Player::modelChanged, this, [this](const Snapshot& snapshot) {
    view_->setReady(snapshot.model != nullptr);
    showLoops();
    if (answer_ && answer_->wish.model == snapshot.model) return;
    forget();
    answer_.reset();
    view_->clear();
  });
}

LinearPanel::~LinearPanel() {
  if (cancel_) *cancel_ = true;
  worker_.clear();
  worker_.waitForDone();
  files_.waitForDone();
}

void LinearPanel::connectView() {
  connect(view_, &LinearView::linearizeRequested, this, &LinearPanel::linearizeNow);
  connect(view_, &LinearView::loopChanged, this, &LinearPanel::linearizeNow);
  connect(view_, &LinearView::cancelRequested, this, &LinearPanel::forget);
  connect(view_, &LinearView::responsesRequested, this, &LinearPanel::respond);
  connect(view_, &LinearView::exportRequested, this, &LinearPanel::save);
  connect(view_, &LinearView::copyRequested, this, [this] {
    const bool instant = answer_ && answer_->wish.instant;
    context_.actions().trigger(instant ? "copyLinearInstant" : "copyLinear");
  });
}

void LinearPanel::showLoops() {
  QStringList names;
  const auto& model = context_.player().snapshot().model;
  for (const description::Controller& controller : context_.description().controllers) {
    const bool regulates = std::holds_alternative<description::LqrController>(controller.type);
    const bool built = model && std::any_of(model->controllers.begin(), model->controllers.end(),
                                            [&](const auto& each) { return each->name == controller.name; });
    if (regulates && built) names << text(controller.name);
  }
  view_->setLoops(names);
}

// ---- the search

void LinearPanel::linearizeNow() {
  forget();
  const Snapshot& now = context_.player().snapshot();
  if (!now.model) return;
  Wish wish{.model = now.model, .gravity = now.gravity, .point = {}, .instant = view_->atInstant(), .loop = {}};
  wish.loop = view_->loop().toStdString();
  wish.point.t = now.t, wish.point.q = now.q, wish.point.u = now.u;
  if (wish.instant) wish.point.v = now.v;
  if (wish.point.u.size() != now.model->nu) wish.point.u.setZero(now.model->nu);
  now.model->clipInputs(wish.point.u);
  auto cancel = std::make_shared<std::atomic<bool>>(false);
  cancel_ = cancel;
  view_->setBusy(true);
  worker_.start([this, wish, cancel, number = wanted_] {
    int told = 0;
    const auto progress = [&](double share) {
      if (const int step = static_cast<int>(share * kProgressSteps); step > told) {
        told = step;
        QMetaObject::invokeMethod(
            this,
            [this, share, number] {
              if (number == wanted_) view_->setProgress(share);
            },
            Qt::QueuedConnection);
      }
      return !*cancel;
    };
    const std::shared_ptr<const Answer> answer = answerTo(wish, *cancel, progress);
    QMetaObject::invokeMethod(
        this, [this, answer, number] { take(answer, number); }, Qt::QueuedConnection);
  });
}

std::shared_ptr<const LinearPanel::Answer> LinearPanel::answerTo(const Wish& wish, const std::atomic<bool>& cancel,
                                                                 const PoleProgress& progress) {
  auto answer = std::make_shared<Answer>();
  answer->wish = wish;
  try {
    const Model& model = *wish.model;
    Data data(model);
    data.gravity = wish.gravity;
    OperatingPoint point = wish.point;
    if (!wish.loop.empty()) {
      closeLoop(wish, *answer);
    } else if (!wish.instant) {
      StaticsProblem problem;
      problem.t = point.t, problem.q = point.q, problem.u = point.u;
      StaticsOptions options;
      options.cancel = &cancel;
      options.preferStable = false;  // what is nearest, as the command line does
      const StaticsResult rest = solveStatics(model, data, problem, options);
      if (!rest.converged) throw std::runtime_error(rest.failure);
      point.q = rest.q;
    }
    if (wish.loop.empty()) answer->found = linearize(model, data, point, usualLinearOutputs(model));
    answer->poles = analysePoles(answer->found.system, PoleTests::kAll, progress);
  } catch (const std::exception& error) {
    answer->failure = error.what();
  }
  return answer;
}

/// u = u₀ − K x + δu: A − B K, C − D K, about what the regulator holds.
void LinearPanel::closeLoop(const Wish& wish, Answer& answer) {
  const Model& model = *wish.model;
  for (const auto& controller : model.controllers) {
    if (controller->name != wish.loop) continue;
    const std::optional<LqrDesign> design = lqrDesignOf(*controller, model);
    if (!design) break;
    answer.sampled = samplingPeriod(*controller, model.simulation) > 0;
    OperatingPoint point;
    point.q = design->about.q, point.u = design->u;
    Data data(model);
    answer.found = linearize(model, data, point, usualLinearOutputs(model));
    LinearSystem& system = answer.found.system;
    for (std::size_t i = 0; i < controller->outputs.size(); ++i) {
      const auto& inputs = answer.found.inputs;
      const auto column = std::find(inputs.begin(), inputs.end(), controller->outputs[i]) - inputs.begin();
      const auto row = design->K.row(static_cast<Eigen::Index>(i));
      system.A -= system.B.col(column) * row;
      system.C -= system.D.col(column) * row;
    }
    return;
  }
  throw std::runtime_error("the controller \"" + wish.loop +
                           "\" is not in the robot that is shown; wait or choose another");
}

/// A search that is under way is given up.
void LinearPanel::forget() {
  ++wanted_, ++responded_;
  if (cancel_) *cancel_ = true;
  cancel_.reset();
  worker_.clear();
  view_->setBusy(false);
}

void LinearPanel::take(const std::shared_ptr<const Answer>& answer, std::uint64_t number) {
  if (number != wanted_ || answer->wish.model != context_.player().snapshot().model) return;
  cancel_.reset();
  view_->setBusy(false);
  answer_ = answer;
  if (!answer->failure.empty()) return view_->setFailure(text(answer->failure));
  view_->setModel(summaryOf(*answer));
  respond(0);
}

LinearSummary LinearPanel::summaryOf(const Answer& answer) {
  const LinearSystem& system = answer.found.system;
  LinearSummary out;
  out.about = aboutText(answer);
  if (answer.found.unbalanced > kUnbalanced)
    out.warning =
        tr("This is no equilibrium: accelerations up to %1 stay.").arg(formatNumber(answer.found.unbalanced, 3));
  for (const int input : answer.found.held)
    out.warning += (out.warning.isEmpty() ? QString() : QStringLiteral("\n")) +
                   tr("%1 prescribes a motion: it is no input.").arg(text(answer.wish.model->inputName(input)));
  out.poles = rowsOf(system, answer.poles);
  for (const NamedNumber& input : system.inputs)
    out.inputs << text(input.name) + (input.unit.empty() ? QString() : QStringLiteral(" (%1)").arg(text(input.unit)));
  for (const NamedNumber& output : system.outputs) out.outputs.emplace_back(text(output.name), text(output.unit));
  out.shownOutputs = lastOutputs(system);
  return out;
}

QString LinearPanel::aboutText(const Answer& answer) {
  const LinearSystem& system = answer.found.system;
  const Eigen::Index states = system.A.rows();
  const std::vector<PoleRow> rows = rowsOf(system, answer.poles);
  const auto grow =
      std::count_if(rows.begin(), rows.end(), [](const PoleRow& row) { return row.fate == PoleFate::kGrows; });
  const auto stay =
      std::count_if(rows.begin(), rows.end(), [](const PoleRow& row) { return row.fate == PoleFate::kStays; });
  QString fate = tr("stable");
  if (stay > 0) fate = tr("not damped throughout");
  if (grow > 0) fate = grow == 1 ? tr("not stable, one pole grows") : tr("not stable, %1 poles grow").arg(grow);
  QString out = tr("%1, %2, %3: %4.")
                    .arg(counted(states, tr("%1 state"), tr("%1 states")),
                         counted(system.B.cols(), tr("%1 input"), tr("%1 inputs")),
                         counted(system.C.rows(), tr("%1 output"), tr("%1 outputs")), fate);
  const bool all = answer.poles.controllableRank == states && answer.poles.observableRank == states;
  out += u' ' + (all ? tr("All states can be controlled and observed.")
                     : tr("%1 states can be controlled, %2 observed.")
                           .arg(answer.poles.controllableRank)
                           .arg(answer.poles.observableRank));
  if (answer.sampled) out += u' ' + tr("As if the regulator took no samples.");
  return out;
}

// ---- responses

void LinearPanel::respond(double factor) {
  if (!answer_ || !answer_->failure.empty() || cancel_) return;
  const int input = view_->input();
  const std::vector<int> outputs = view_->outputs();
  const std::uint64_t number = ++responded_;
  if (input < 0) return view_->setResponses({}, {}, {}, tr("There is no input: nothing drives this robot."));
  if (outputs.empty()) return view_->setResponses({}, {}, {}, tr("Tick outputs below."));
  const double duration = factor > 0 ? factor * view_->plot().duration() : 0;
  const QString unit = text(answer_->found.system.inputs[static_cast<std::size_t>(input)].unit);
  worker_.clear();  // what waits is out of date
  worker_.start([this, answer = answer_, input, outputs, duration, number, unit] {
    Responses found;
    try {
      const LinearSystem& system = answer->found.system;
      found.found = duration > 0 ? stepResponse(system, input, outputs, duration, kPoints)
                                 : settlingStepResponse(system, answer->poles, input, outputs, kPoints);
    } catch (const std::exception& error) {
      found.failure = QString::fromUtf8(error.what());
    }
    QMetaObject::invokeMethod(
        this,
        [this, found, number, unit] {
          if (number == responded_) takeResponses(found, unit);
        },
        Qt::QueuedConnection);
  });
}

void LinearPanel::takeResponses(const Responses& found, const QString& unit) {
  if (!found.failure.isEmpty()) return view_->setResponses({}, {}, unit, found.failure);
  const StepResponse& response = found.found;
  std::vector<std::vector<double>> y;
  for (Eigen::Index i = 0; i < response.y.rows(); ++i) {
    y.emplace_back();
    for (Eigen::Index k = 0; k < response.y.cols(); ++k) y.back().push_back(response.y(i, k));
  }
  view_->setResponses({response.t.begin(), response.t.end()}, y, unit, {});
}

// ---- files

void LinearPanel::save() {
  if (!answer_ || !answer_->failure.empty()) return;
  auto* dialog = new QFileDialog(&context_.window(), tr("Save the linear model"), QDir::homePath(),
                                 tr("NumPy and SciPy (*.npz);;JSON (*.json);;One table (*.csv)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setProperty("helpGuide", "analysing.md#linear-model");
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix("npz");
  connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
    dialog->setDefaultSuffix(filter.contains(u"json") ? "json" : filter.contains(u"csv") ? "csv" : "npz");
  });
  connect(dialog, &QFileDialog::fileSelected, this, &LinearPanel::write);
  dialog->open();
}

void LinearPanel::write(const QString& file) {
  files_.start([this, answer = answer_, file] {
    QString failure;
    try {
      writeLinear(file.toStdString(), *answer->wish.model, answer->found, answer->poles);
    } catch (const std::exception& error) {
      failure = QString::fromUtf8(error.what());
    }
    QMetaObject::invokeMethod(
        this,
        [this, file, failure] {
          Notice notice{.severity = Notice::Severity::kInfo, .title = {}, .advice = {}, .details = {}};
          notice.title = tr("Linear model written");
          notice.advice = file;
          if (!failure.isEmpty()) {
            notice.severity = Notice::Severity::kError;
            notice.title = tr("The linear model could not be written");
            notice.advice = failure;
          }
          context_.notices().show(notice);
        },
        Qt::QueuedConnection);
  });
}

}  // namespace tendril
