// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/inverse_panel.hpp"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QSaveFile>

#include <exception>
#include <stdexcept>

#include "core/dynamics/time_derivatives/time_derivatives.hpp"
#include "core/text/number_text.hpp"
#include "studio/app/context/studio_context.hpp"
#include "studio/app/panels/save_csv.hpp"
#include "studio/inverse/controlled_motion.hpp"
#include "widgets/format.hpp"

namespace tendril {
namespace {

using Kind = InverseColumn::Kind;

constexpr double kMostNumbers = 2e7;  // that a table in memory may have
constexpr double kToldShares = 100;

QString textOf(std::string_view given) {
  return QString::fromUtf8(given.data(), static_cast<qsizetype>(given.size()));
}

QString titleOf(Kind kind, int order) {
  const auto derived = [order](const QString& name) {
    return order == 0 ? name : InversePanel::tr("%1, derivative %2").arg(name).arg(order);
  };
  switch (kind) {
    case Kind::kPosition:
      return InversePanel::tr("Positions");
    case Kind::kVelocity:
      if (order == 1) return InversePanel::tr("Accelerations");
      return order == 0 ? InversePanel::tr("Velocities") : derived(InversePanel::tr("Velocities"));
    case Kind::kForce:
      return derived(InversePanel::tr("Forces"));
    case Kind::kMotorTorque:
      return InversePanel::tr("Torques of motors");
    case Kind::kMotorPosition:
      return InversePanel::tr("Positions of motors");
    case Kind::kMotorSpeed:
      return InversePanel::tr("Speeds of motors");
    case Kind::kDeflection:
      return InversePanel::tr("Deflections of springs");
    case Kind::kTime:
      break;
  }
  return {};
}

QString unitOfColumn(const InverseColumn& column) {
  const bool rate = column.kind == Kind::kVelocity || column.kind == Kind::kMotorSpeed;
  return unitPerTime(textOf(column.unit), column.order + (rate ? 1 : 0));
}

/// Columns of one kind and order together.
std::vector<InverseQuantity> quantitiesOf(const std::vector<InverseColumn>& columns,
                                          const std::vector<std::vector<double>>& values, int& forces) {
  std::vector<InverseQuantity> out;
  std::vector<std::pair<Kind, int>> known;
  for (std::size_t i = 1; i < columns.size(); ++i) {
    const std::pair key(columns[i].kind, columns[i].order);
    auto at = std::ranges::find(known, key);
    if (at == known.end()) {
      if (key == std::pair(Kind::kForce, 0)) forces = static_cast<int>(out.size());
      at = known.insert(known.end(), key);
      out.push_back({titleOf(key.first, key.second), {}});
    }
    out[static_cast<std::size_t>(at - known.begin())].curves.push_back(
        {.name = textOf(columns[i].of), .unit = unitOfColumn(columns[i]), .color = 0, .y = values[i]});
  }
  return out;
}

}  // namespace

InversePanel::InversePanel(StudioContext& context)
    : QObject(&context.window()), context_(context), view_(new InverseView(kMostTimeDerivatives)) {
  worker_.setMaxThreadCount(1);
  context.panels().addPanel({.id = "inverse",
                             .title = tr("Inverse"),
                             .icon = "inverse",
                             .guide = "analysing.md#inverse-run",
                             .widget = view_,
                             .area = PanelArea::kRight,
                             .workspaces = InWorkspace::kAnalyse});
  view_->setProperty("helpTitle", tr("Inverse run"));
  view_->setProperty("helpText", tr("What the joints need along a motion that is given: forces with derivatives of any "
                                    "order, and motors behind springs. Nothing is integrated, and the run is not "
                                    "touched."));
  context.actions()
      .add(tr("Inverse run: forces along a motion"), "inverse", {},
           [this] {
             context_.panels().showPanel("inverse");
             if (!cancel_ && !answer_) start();
           })
      ->setObjectName(QStringLiteral("inverseAction"));
  connect(view_, &InverseView::runRequested, this, &InversePanel::start);
  connect(view_, &InverseView::cancelRequested, this, &InversePanel::cancel);
  connect(view_, &InverseView::fileRequested, this, &InversePanel::chooseFile);
  connect(view_, &InverseView::exportRequested, this, &InversePanel::save);
  connect(view_, &InverseView::copyRequested, this, [this] { context_.actions().trigger("copyInverse"); });
  connect(&context.document(), &DocumentHost::opened, this, [this] {
    cancel();
    answer_.reset();
    view_->clear();
  });
}

InversePanel::~InversePanel() {
  if (cancel_) *cancel_ = true;
  worker_.clear();
  worker_.waitForDone();
}

void InversePanel::chooseFile() {
  const QString folder =
      context_.document().hasFile() ? QFileInfo(context_.document().path()).path() : QDir::homePath();
  auto* dialog = new QFileDialog(&context_.window(), tr("What the joints follow"), folder, tr("Motion (*.json)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setProperty("helpGuide", "command-line.md#forces-of-a-motion");
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
    view_->addMotionFile(file);
    start();
  });
  dialog->open();
}

/// Nobody waits for the run under way any more.
void InversePanel::cancel() {
  if (cancel_) *cancel_ = true;
  cancel_.reset();
  ++number_;
  view_->setBusy(false);
}

void InversePanel::start() {
  cancel();
  if (!context_.document().isOpen()) return view_->setFailure(tr("There is no robot yet."));
  const Wish wish{.project = context_.description(),
                  .directory = context_.document().document().directory(),
                  .motion = view_->motionFile(),
                  .order = view_->order(),
                  .full = view_->isFull()};
  context_.setInverseWish({.motion = wish.motion, .order = wish.order, .full = wish.full});
  cancel_ = std::make_shared<std::atomic<bool>>(false);
  view_->setBusy(true);
  worker_.start([this, wish, cancel = cancel_, number = number_] {
    auto answer = std::make_shared<Answer>();
    int told = 0;
    const auto progress = [&](double share) {
      const int step = static_cast<int>(share * kToldShares);
      if (std::exchange(told, step) == step) return;
      QMetaObject::invokeMethod(
          this,
          [this, share, number] {
            if (number == number_) view_->setProgress(share);
          },
          Qt::QueuedConnection);
    };
    try {
      const std::shared_ptr<const Model> model = buildLinkSide(wish.project, wish.directory);
      MotionPlan plan = wish.motion.isEmpty()
                            ? controlledMotion(wish.project, wish.directory, *model)
                            : readMotionPlan(wish.motion.toStdString(), wish.project, wish.directory, *model);
      InverseRun run(*model, std::move(plan), wish.order, wish.full);
      answer->columns = run.columns();
      if (static_cast<double>(run.rows()) * static_cast<double>(answer->columns.size()) > kMostNumbers)
        throw std::invalid_argument("so many rows do not fit into the window: take a longer step, or tendril inverse");
      answer->values.resize(answer->columns.size());
      answer->summary = run.run(
          [&](const std::vector<double>& row) {
            for (std::size_t i = 0; i < row.size(); ++i) answer->values[i].push_back(row[i]);
          },
          progress, cancel.get());
    } catch (const std::exception& error) {
      answer->failure = QString::fromUtf8(error.what());
    }
    QMetaObject::invokeMethod(
        this, [this, answer, number] { take(answer, number); }, Qt::QueuedConnection);
  });
}

void InversePanel::take(const std::shared_ptr<const Answer>& answer, std::uint64_t number) {
  if (number != number_) return;
  cancel_.reset();
  view_->setBusy(false);
  if (!answer->failure.isEmpty()) {
    answer_.reset();
    const bool stop = answer->failure.endsWith(u'.');
    return view_->setFailure(tr("There is none: %1").arg(answer->failure) + (stop ? QString() : QStringLiteral(".")));
  }
  answer_ = answer;
  const std::vector<double>& t = answer->values.front();
  const double each = answer->summary.seconds / static_cast<double>(std::max<std::int64_t>(answer->summary.rows, 1));
  const QString about =
      tr("%1 instants from %2 to %3, %4 each.")
          .arg(formatCount(answer->summary.rows), formatQuantity(t.front(), QStringLiteral("s"), 3).text(),
               formatQuantity(t.back(), QStringLiteral("s"), 3).text(),
               formatQuantity(each, QStringLiteral("s"), 2).text());
  int forces = 0;
  std::vector<InverseQuantity> quantities = quantitiesOf(answer->columns, answer->values, forces);
  view_->setResult(about, t, std::move(quantities), forces);
}

// ---- files

void InversePanel::save() {
  saveCsv(context_, tr("Save the inverse run"), this, [this](const QString& file) { return write(file); });
}

/// As `tendril inverse --out` writes it.
bool InversePanel::write(const QString& file) const {
  if (!answer_) return false;
  QSaveFile out(file);
  if (!out.open(QIODevice::WriteOnly)) return false;
  std::string line;
  for (const InverseColumn& column : answer_->columns) line += (line.empty() ? "" : ",") + column.name;
  out.write((line + '\n').c_str());
  for (std::size_t row = 0; row < answer_->values.front().size(); ++row) {
    line.clear();
    for (std::size_t i = 0; i < answer_->values.size(); ++i)
      line += (i > 0 ? "," : "") + numberText(answer_->values[i][row]);
    line += '\n';
    if (out.write(line.data(), static_cast<qint64>(line.size())) < 0) return false;
  }
  return out.commit();
}

}  // namespace tendril
