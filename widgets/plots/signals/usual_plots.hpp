// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonArray>

#include "core/model/model.hpp"
#include "core/signals/signal_catalogue.hpp"

namespace tendril {

/// What one wants to see of a robot first, as [{"title", "signals"}]: where the ends of its chains are, the first
/// inputs, the energies with the balance. Only signals of the catalogue.
QJsonArray usualPlots(const Model& model, const SignalCatalogue& catalogue);
/// Of a controller: what it follows and where the robot is, what is left, what it demands with what is given and
/// allowed; of a sequence its phase, and what its parts follow. Empty if the robot has no such controller; one of
/// signals of time has inputs only.
QJsonArray controllerPlots(const Model& model, const SignalCatalogue& catalogue, const QString& controller);

}  // namespace tendril
