// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QThreadPool>

#include <cstdint>
#include <memory>

#include "core/builder/checks/body_properties.hpp"
#include "core/model/model.hpp"

namespace tendril {

class StudioContext;
struct Snapshot;

/// What follows from the fields of the link that is shown, as its model has it: mass, centre and inertia; of soft
/// bodies stiffnesses of the section, volume and the first frequency with the base held. Found beside the window
/// whenever the model is another.
class DerivedFacts : public QObject {
  Q_OBJECT
 public:
  explicit DerivedFacts(StudioContext& context);
  ~DerivedFacts() override;

  /// The link whose fields are shown; 0: none.
  void show(std::uint64_t link);
  /// Some lines; empty: nothing is known, or there is nothing to tell.
  const QString& text() const { return text_; }

 Q_SIGNALS:
  void changed();

 private:
  void compute();
  void take(const QString& text);

  StudioContext& context_;
  QThreadPool worker_;
  std::uint64_t link_ = 0;
  std::shared_ptr<const Body> body_;  ///< what the lines are of, or are being made of
  std::uint64_t asked_ = 0;           ///< counts computations: answers to earlier ones are dropped
  QString text_, unit_;
};

/// The lines of a rigid link, and of a soft body; lengths in `unit` ("m" or "mm").
QString derivedLines(const RigidInertia& rigid, const QString& unit);
QString derivedLines(const Body& body, const BodyProperties& found, const QString& unit);

/// How far a link's rod or arc is from folding at the instant that is shown, and where; empty for other links.
QString foldingLine(const Snapshot& snapshot, std::uint64_t link, const QString& unit);

}  // namespace tendril
