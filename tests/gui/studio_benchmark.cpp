// SPDX-License-Identifier: GPL-3.0-or-later
// What is felt by hand in the window: pictures while a robot moves, and the time from an edit, a moved input, a grab or
// Ctrl+K to the first picture that shows what came of it, as it leaves for the screen. Prints tables; needs a display
// (tests/benchmarks/run.sh gives it one). Arguments: repetitions (40), then parts of names of examples (all).
#include <sys/resource.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QMouseEvent>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "studio/app/main_window.hpp"
#include "studio/app/project/document_host.hpp"
#include "studio/app/project/examples.hpp"
#include "studio/app/startup.hpp"
#include "studio/app/view/handles/handle_controller.hpp"
#include "tests/support/own_home.hpp"
#include "widgets/handles/handle_layer.hpp"
#include "widgets/palette/command_palette.hpp"
#include "widgets/theme/theme.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr int kPatience = 10000;
constexpr int kPlay = 4000, kSettle = 500;  // ms
constexpr double kMoved = 1e-5;             // m, by a drag of some pixels; a joint that turns moves nothing so far

// ---- numbers

struct Times {
  std::vector<double> ms;
  int missed = 0;

  void add(double time) { time < 0 ? void(++missed) : ms.push_back(time); }
  double quantile(double share) {
    std::sort(ms.begin(), ms.end());
    return ms[static_cast<std::size_t>(share * static_cast<double>(ms.size() - 1) + 0.5)];
  }
  /// "median (95 %)"
  std::string text() {
    if (ms.empty()) return missed > 0 ? "never" : "–";
    char out[64];
    std::snprintf(out, sizeof(out), "%.0f (%.0f)", quantile(0.5), quantile(0.95));
    return missed > 0 ? out + (", " + std::to_string(missed) + " missed") : out;
  }
};

/// Time on a processor and time spent waiting for one, s.
struct Processor {
  double used = 0, waited = 0;
};

Processor processorOf(const std::filesystem::path& thread) {
  std::ifstream file(thread / "schedstat");
  Processor p;
  file >> p.used >> p.waited;
  return {p.used * 1e-9, p.waited * 1e-9};
}

/// Time on a processor of all threads with a name, s.
double processorOfThreads(const std::string& name) {
  double sum = 0;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream file(thread.path() / "comm");
    std::string comm;
    if (std::getline(file, comm) && comm == name) sum += processorOf(thread.path()).used;
  }
  return sum;
}

double processorOfProgram() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

Processor processorOfWindow() {
  return processorOf("/proc/thread-self");
}

// ---- the window

/// Waits for pictures in the program's own event loop, as it runs outside of benchmarks.
class PictureWatch : public QObject {
 public:
  explicit PictureWatch(MainWindow& window) : window_(window) {
    connect(&window.player(), &Player::frame, this, [this] { look(); });  // after the window's own slots
    connect(&viewport(), &Viewport::pictureShown, this, &PictureWatch::swapped);
  }
  Viewport& viewport() { return window_.view().viewport(); }

  /// Milliseconds from before `act` until a picture that was drawn after `shown` became true has left; −1 if none does.
  double after(const std::function<void()>& act, std::function<bool()> shown) {
    shown_ = std::move(shown);
    clock_.start();
    act();
    if (!shown_) return -1;  // the act itself said so
    look();
    done_ = -1;
    rest(kPatience);
    shown_ = nullptr, seen_ = false;
    return done_;
  }
  void giveUp() { shown_ = nullptr; }

  /// Milliseconds between pictures, and in each for the 3D view, over some time.
  std::pair<Times, Times> pictures(int ms) {
    Times between, drawing;
    QElapsedTimer last;
    const auto counting = connect(&viewport(), &Viewport::pictureShown, this, [&] {
      if (last.isValid()) between.add(static_cast<double>(last.nsecsElapsed()) * 1e-6);
      drawing.add(viewport().frameMilliseconds());
      last.start();
    });
    rest(ms);
    disconnect(counting);
    return {between, drawing};
  }
  void rest(int ms) {
    QTimer alarm;
    alarm.setSingleShot(true);
    connect(&alarm, &QTimer::timeout, &loop_, &QEventLoop::quit);
    alarm.start(ms);
    loop_.exec();
  }

 private:
  void look() {
    if (shown_ && !seen_) seen_ = shown_();
  }
  void swapped() {
    if (!shown_ || !seen_ || done_ >= 0) return;
    done_ = static_cast<double>(clock_.nsecsElapsed()) * 1e-6;
    loop_.quit();
  }

  MainWindow& window_;
  std::function<bool()> shown_;
  bool seen_ = false;
  double done_ = -1;
  QElapsedTimer clock_;
  QEventLoop loop_;
};

class Benchmark {
 public:
  Benchmark(MainWindow& window, int repetitions) : window_(window), watch_(window), repetitions_(repetitions) {}

  void measure(const Example& example) {
    if (!open(example)) return;
    const Processor window = processorOfWindow();
    const double all = processorOfProgram(), steps = processorOfThreads("tendril-steps");
    QElapsedTimer clock;
    clock.start();
    const double begin = now().t;
    auto [between, drawing] = watch_.pictures(kPlay);
    const double wall = static_cast<double>(clock.nsecsElapsed()) * 1e-9, pace = (now().t - begin) / wall;
    const double stepping = processorOfThreads("tendril-steps") - steps;
    const double picture = (processorOfProgram() - all - stepping) / static_cast<double>(drawing.ms.size());
    const double waited = processorOfWindow().waited - window.waited;
    Times number = edits(&Benchmark::gravity), shape = edits(&Benchmark::shapeOf), input = inputs();
    const std::string failure = now().failure;
    Times grab = grabs({}), twist = grabs(Qt::ShiftModifier), handle = handles(), palette = palettes();
    std::printf("| %s | %s | %s | %.0f | %s | %s | %s | %s | %s | %s | %s | %.0f %% | %.2f | %.0f %% |\n",
                qPrintable(example.title), between.text().c_str(), drawing.text().c_str(), 1e3 * picture,
                number.text().c_str(), shape.text().c_str(), input.text().c_str(), grab.text().c_str(),
                twist.text().c_str(), handle.text().c_str(), palette.text().c_str(), 100 * stepping / wall, pace,
                100 * waited / wall);
    if (!failure.empty()) std::printf("<!-- the run ended: %s -->\n", failure.c_str());
    std::fflush(stdout);
    while (window_.document().document().canUndo()) window_.document().undo();  // nothing to be asked about
  }

 private:
  const Snapshot& now() const { return window_.player().snapshot(); }
  Viewport& viewport() { return watch_.viewport(); }

  bool open(const Example& example) {
    const std::uint64_t before = now().generation;
    const double shown = watch_.after([&] { window_.openProject(example.path, true); },
                                      [&] { return now().generation != before && now().t > 0; });
    watch_.rest(1000);
    return shown >= 0;
  }

  /// A number that leaves the robot's looks alone.
  std::pair<QString, QString> gravity(int i) const {
    const Vec3& g = now().gravity;
    const double z = g.z() + (i % 2 ? 0.01 : -0.01);
    return {QStringLiteral("gravity"), QStringLiteral("[%1, %2, %3]").arg(g.x()).arg(g.y()).arg(z, 0, 'g', 12)};
  }
  /// A length of the last soft link, else where the last link stands.
  std::pair<QString, QString> shapeOf(int i) const {
    const Model& model = *now().model;
    for (std::size_t k = model.links.size(); k-- > 0;) {
      if (!model.links[k].body) continue;
      const double chord = (now().tipPoses[k].p - now().linkPoses[k].p).norm();
      return {QStringLiteral("links.%1.body.length").arg(QString::fromStdString(model.links[k].name)),
              QString::number(chord * (1 + 0.001 * i), 'g', 12)};
    }
    const Link& last = model.links.back();
    return {QStringLiteral("links.%1.pose.position").arg(QString::fromStdString(last.name)),
            QStringLiteral("[%1, 0, 0]").arg(0.001 * (1 + i))};
  }

  Times edits(std::pair<QString, QString> (Benchmark::*edit)(int) const) {
    Times times;
    for (int i = 0; i < repetitions_; ++i) {
      const std::uint64_t before = now().generation;
      const auto [path, json] = (this->*edit)(i);
      const auto change = [&] {
        std::vector<Problem> problems;
        if (window_.document().setField(path, json, problems)) return;
        std::printf("%s = %s was refused: %s\n", qPrintable(path), qPrintable(json),
                    problems.empty() ? "" : problems.front().message.c_str());
        watch_.giveUp();
      };
      times.add(watch_.after(change, [&] { return now().generation != before; }));
      restAWhile(i);
    }
    return times;
  }

  /// Here and there in the range of the first input, or about 0.5 without one.
  double inputWanted(int i) const {
    constexpr double kHuge = 1e200;
    VecX low = VecX::Constant(now().u.size(), -kHuge), high = -low;
    now().model->clipInputs(low), now().model->clipInputs(high);
    if (low[0] == -kHuge || high[0] == kHuge) return 0.5 + 0.01 * i;
    return low[0] + (i % 2 ? 0.75 : 0.5) * (high[0] - low[0]);
  }

  Times inputs() {
    Times times;
    if (now().u.size() == 0) return times;
    for (int i = 0; i < repetitions_; ++i) {
      const double wanted = inputWanted(i), away = std::abs(now().u[0] - wanted);
      // half the way: forces jump, positions follow softly
      times.add(watch_.after([&] { window_.player().overrideInput(0, wanted); },
                             [&] { return std::abs(now().u[0] - wanted) <= away / 2; }));
      restAWhile(i);
    }
    window_.player().releaseAllInputs();
    watch_.rest(kSettle);
    return times;
  }

  /// Not in step with anything.
  void restAWhile(int i) { watch_.rest(60 + 7 * i % 40); }

  // ---- grabs

  bool held() const { return now().perturbation.active; }
  /// It has made a step since it was held, which began a part of the run.
  bool movedUnderSpring() const {
    const auto run = window_.player().liveRun();
    return held() && run && now().t > run->parts.back().from;
  }

  /// A spot of the picture with a body.
  QPoint bodyOnScreen() {
    std::vector<Vec3> points;
    const auto& sections = now().sections;
    for (const double share : {0.6, 0.75, 0.9, 0.4})
      if (!sections.empty())
        points.push_back(sections[static_cast<std::size_t>(share * static_cast<double>(sections.size() - 1))].p);
    for (std::size_t i = now().linkPoses.size(); i-- > 0;)
      points.push_back(0.5 * (now().linkPoses[i].p + now().tipPoses[i].p));
    for (const Vec3& point : points) {
      const Vec3 s = viewport().camera().project(point, viewport().width(), viewport().height());
      if (viewport().pickAt({s.x(), s.y()}).kind == PickKind::kBody) return QPointF(s.x(), s.y()).toPoint();
    }
    return {-1, -1};
  }

  void moveTo(const QPoint& at, Qt::KeyboardModifiers keys) {
    QMouseEvent move(QEvent::MouseMove, at, viewport().mapToGlobal(at), Qt::NoButton, Qt::LeftButton, keys);
    QApplication::sendEvent(&viewport(), &move);
  }

  /// From Ctrl and the button going down (`more`: Shift for a twist) to the first picture of a robot that has moved
  /// under a spring.
  Times grabs(Qt::KeyboardModifiers more) {
    const Qt::KeyboardModifiers keys = Qt::ControlModifier | more;
    Times times;
    for (int i = 0; i < repetitions_; ++i) {
      const QPoint from = bodyOnScreen();
      if (from.x() < 0) continue;
      const auto take = [&] {
        QTest::mousePress(&viewport(), Qt::LeftButton, keys, from);
        moveTo(from + QPoint(3, 0), keys);
        moveTo(from + QPoint(8, 0), keys);
        if (!viewport().isGrabbing()) watch_.giveUp();
      };
      times.add(watch_.after(take, [&] { return movedUnderSpring(); }));
      watch_.rest(100);
      watch_.after([&] { QTest::mouseRelease(&viewport(), Qt::LeftButton, keys, from + QPoint(8, 0)); },
                   [&] { return !held(); });
      restAWhile(i);
    }
    return times;
  }

  // ---- handles

  HandleLayer& layer() { return window_.findChild<HandleController*>()->layer(); }

  /// An arrow of a joint's frame in the picture, of a link from the last one on, which is selected.
  QPointF arrowOnScreen() {
    const std::vector<description::Link>& links = window_.description().links;
    for (std::size_t i = links.size(); i-- > 0;) {
      window_.selection().select(Target::link(links[i].id));
      watch_.rest(50);
      for (int axis = 0; axis < 3; ++axis)
        for (int k = 0; k < static_cast<int>(layer().handles().size()); ++k)
          if (const auto place = layer().onScreen({k, Grip::kAxis, axis}))
            if (viewport().rect().adjusted(20, 20, -20, -120).contains(place->toPoint())) return *place;
    }
    return {-1, -1};
  }

  /// Where the selected link stands on its parent in the view, m; nothing where its joint or the parent may move it.
  std::optional<Vec3> shownPlace() {
    const auto target = window_.selection().current();
    const Snapshot& shown = viewport().shownPose();
    const int index = target && shown.model ? linkIndexOf(*shown.model, target->id) : -1;
    if (index < 0) return {};
    const auto i = static_cast<std::size_t>(index);
    const Link& link = shown.model->links[i];
    const bool turns = link.path == Link::Path::kFixed || (link.path == Link::Path::kTurn && link.pitch == 0);
    if (!turns || link.parent < 0) return turns ? std::optional(shown.linkPoses[i].p) : std::nullopt;
    const auto parent = static_cast<std::size_t>(link.parent);
    const bool soft = shown.model->links[parent].body != nullptr;
    return (soft ? shown.tipPoses : shown.linkPoses)[parent].inverse() * shown.linkPoses[i].p;
  }

  /// From a move of the mouse, with an arrow of a joint's frame held, to the first picture in which the link has moved
  /// with it, by the drag or by the robot that it made.
  Times handles() {
    Times times;
    for (int i = 0; i < repetitions_; ++i) {
      const QPointF from = arrowOnScreen();
      if (from.x() < 0) continue;
      QTest::mouseMove(&viewport(), from.toPoint());
      QTest::mousePress(&viewport(), Qt::LeftButton, {}, from.toPoint());
      moveTo(from.toPoint() + QPoint(4, 4), {});
      watch_.rest(200);
      const std::uint64_t before = now().generation;
      const bool held = layer().isHeld();
      const std::optional<Vec3> place = shownPlace();
      const auto moved = [&] {
        const std::optional<Vec3> there = shownPlace();
        return now().generation != before || (place && there && (*there - *place).norm() > kMoved);
      };
      if (held) times.add(watch_.after([&] { moveTo(from.toPoint() + QPoint(9, 7), {}); }, moved));
      QTest::mouseRelease(&viewport(), Qt::LeftButton, {}, from.toPoint() + QPoint(9, 7));
      window_.document().undo();
      restAWhile(i);
    }
    window_.selection().clear();
    watch_.rest(kSettle);
    return times;
  }

  Times palettes() {
    Times times;
    QWidget* palette = window_.findChild<CommandPalette*>();
    for (int i = 0; i < repetitions_; ++i) {
      times.add(watch_.after([&] { QTest::keyClick(&window_, Qt::Key_K, Qt::ControlModifier); },
                             [&] { return palette->isVisible(); }));
      watch_.rest(50);
      palette->hide();
      restAWhile(i);
    }
    return times;
  }

  MainWindow& window_;
  PictureWatch watch_;
  int repetitions_;
};

bool wanted(const Example& example, const QStringList& names) {
  return names.empty() ||
         std::any_of(names.begin(), names.end(), [&](const QString& n) { return example.path.contains(n); });
}

int run(QStringList arguments) {
  bool counted = false;
  int repetitions = arguments.isEmpty() ? 0 : arguments.front().toInt(&counted);
  if (counted)
    arguments.pop_front();
  else
    repetitions = 40;
  AppTheme::instance().install();
  MainWindow window;
  window.resize(1440, 900);
  window.show();
  window.activateWindow();
  if (!QTest::qWaitForWindowActive(&window, kPatience)) return 1;
  std::printf(
      "\nThe window at 1440×900, ms: median (95 %%) of %d. Of a core: what stepping took while playing, and how long "
      "the "
      "window's thread waited for one (a busy machine).\n\n"
      "| example | frame (goal 33) | 3D view | processor per frame | edit to picture (goal 100) | length to picture "
      "(goal "
      "100) | input to picture (goal 50) | grab to picture (goal 40) | twist to picture (goal 40) | handle to picture "
      "(goal 40) | Ctrl+K (goal 50) | "
      "stepping (goal 30 %%) | × "
      "real "
      "time | waiting |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
      repetitions);
  std::fflush(stdout);
  Benchmark benchmark(window, repetitions);
  for (const Example& example : findExamples())
    if (wanted(example, arguments)) benchmark.measure(example);
  return 0;
}

}  // namespace
}  // namespace tendril

int main(int argc, char** argv) {
  const tendril::OwnHome home;
  tendril::prepareGraphics();
  QApplication application(argc, argv);
  QApplication::setApplicationName("Tendril");
  return tendril::run(QApplication::arguments().mid(1));
}
