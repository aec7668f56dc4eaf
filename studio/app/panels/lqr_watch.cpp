// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/lqr_watch.hpp"

#include <QStringList>

#include <algorithm>
#include <exception>
#include <numeric>

#include "core/control/controllers/lqr.hpp"
#include "studio/app/context/studio_context.hpp"
#include "studio/app/project/document_host.hpp"
#include "widgets/format.hpp"

namespace tendril {
namespace {

constexpr std::size_t kPoles = 3, kGains = 3, kOutputs = 4;  // that are told

/// "slowest poles −1.2 ± 3.4 i, −5 1/s"
QString polesLine(const LqrDesign& design) {
  LinearSystem closed = design.about.system;
  closed.A -= design.B * design.K;
  closed.B.resize(closed.A.rows(), 0), closed.C.resize(0, closed.A.cols());
  QStringList poles;
  for (const Pole& pole : analysePoles(closed, PoleTests::kNotDecaying).poles) {
    if (pole.value.imag() < 0 || static_cast<std::size_t>(poles.size()) == kPoles) continue;
    QString text = formatNumber(pole.value.real(), 3);
    if (pole.value.imag() > 0) text += QStringLiteral(" ± %1 i").arg(formatNumber(pole.value.imag(), 3));
    poles << text;
  }
  return LqrWatch::tr("closed loop: slowest poles %1 1/s").arg(poles.join(QStringLiteral(", ")));
}

/// The largest gains of an output, each with its state.
QString gainsLine(const Model& model, const LqrDesign& design, int input, Eigen::Index row) {
  std::vector<Eigen::Index> order(static_cast<std::size_t>(design.K.cols()));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](Eigen::Index a, Eigen::Index b) {
    return std::abs(design.K(row, a)) > std::abs(design.K(row, b));
  });
  QStringList gains;
  for (std::size_t k = 0; k < std::min(kGains, order.size()); ++k)
    gains << QStringLiteral("%1 %2").arg(
        formatNumber(design.K(row, order[k]), 3),
        QString::fromStdString(design.about.system.states[static_cast<std::size_t>(order[k])].name));
  if (order.size() > kGains) gains << LqrWatch::tr("%1 more").arg(order.size() - kGains);
  return LqrWatch::tr("%1: gains %2")
      .arg(QString::fromStdString(model.inputName(input)), gains.join(QStringLiteral(", ")));
}

QString linesOf(const Model& model, const Controller& controller, const LqrDesign& design) {
  QStringList lines = {polesLine(design)};
  for (std::size_t i = 0; i < std::min(kOutputs, controller.outputs.size()); ++i)
    lines << gainsLine(model, design, controller.outputs[i], static_cast<Eigen::Index>(i));
  return lines.join(u'\n');
}

}  // namespace

LqrWatch::LqrWatch(StudioContext& context) : QObject(&context.window()), context_(context) {
  worker_.setMaxThreadCount(1);
  connect(&context.player(), &Player::modelSettled, this, &LqrWatch::compute);
  connect(&context.document(), &DocumentHost::problemsChanged, this, [this](const std::vector<Problem>& problems) {
    problems_ = problems;
    if (const std::string wanted = name(); !wanted.empty() && !refusal(wanted).empty()) compute();
  });
}

LqrWatch::~LqrWatch() {
  worker_.clear();
  worker_.waitForDone();
}

void LqrWatch::show(description::ObjectId controller) {
  if (controller == shown_) return;
  shown_ = controller;
  model_.reset();
  take({}, {});
  compute();
}

/// Of the controller that is shown; empty: it is no regulator.
std::string LqrWatch::name() const {
  for (const description::Controller& controller : context_.description().controllers)
    if (shown_ != 0 && controller.id == shown_ && std::holds_alternative<description::LqrController>(controller.type))
      return controller.name;
  return {};
}

void LqrWatch::compute() {
  const std::shared_ptr<const Model>& model = context_.player().snapshot().model;
  const std::string wanted = name();
  if (!model || wanted.empty()) return take({}, {});
  if (const std::string why = refusal(wanted); !why.empty()) {
    model_.reset(), ++asked_;
    return take({}, QString::fromStdString(why));
  }
  if (model == model_) return;
  const auto found = std::find_if(model->controllers.begin(), model->controllers.end(),
                                  [&](const auto& each) { return each->name == wanted; });
  if (found == model->controllers.end()) return;  // the robot with it comes
  model_ = model;
  worker_.clear();
  worker_.start([this, model, controller = *found, number = ++asked_] {
    QString text, failure;
    try {
      if (const auto design = lqrDesignOf(*controller, *model)) text = linesOf(*model, *controller, *design);
    } catch (const std::exception& error) {
      failure = QString::fromUtf8(error.what());
    }
    QMetaObject::invokeMethod(
        this,
        [this, text, failure, number] {
          if (number == asked_) take(text, failure);
        },
        Qt::QueuedConnection);
  });
}

/// Why the robot with this regulator cannot be built; the gains that are known then are those of another one.
std::string LqrWatch::refusal(const std::string& controller) const {
  const std::string own = "Controller \"" + controller + "\": ";
  for (const Problem& problem : problems_)
    if (problem.message.starts_with(own)) return problem.message.substr(own.size());
  return {};
}

void LqrWatch::take(const QString& text, const QString& failure) {
  if (text == text_ && failure == failure_) return;
  text_ = text, failure_ = failure;
  Q_EMIT changed();
}

}  // namespace tendril
