/**
 * Auditing: lower bounds of epsilon, with stated confidence, from plays of a game between a system and an
 * attacker.
 *
 * @module croupier-dp/auditing
 */
export { DpError, type DpErrorCode, type DpErrorDetails } from "../errors.js";
export { audit } from "./audit.js";
export { type AuditEventOptions, auditEvent } from "./audit-event.js";
export type { AuditOptions, AuditProgress } from "./audit-options.js";
export type { AuditReport } from "./audit-report.js";
export { MANY_CANARIES, type ManyCanaries } from "./canaries/canary-directions.js";
export {
  CANARY_KINDS,
  type CanaryKind,
  type CanaryOptions,
  canaryGradient,
} from "./canaries/canary-gradient.js";
export { clopperPearson, type ProbabilityBounds } from "./estimators/clopper-pearson.js";
export { errorRateBound } from "./estimators/error-rate-bound.js";
export { type GaussianFit, gaussianFit } from "./estimators/gaussian-fit.js";
export { type BoundOptions, type Guesses, guessBound, type LowerBound } from "./estimators/guess-bound.js";
export { type OneRunGuesses, oneRunBound } from "./estimators/one-run-bound.js";
export { CURVE_FORMS, type CurveForm, oneRunCurveBound } from "./estimators/one-run-curve-bound.js";
export { type GuessRule, type RankBound, rankBound } from "./estimators/rank-bound.js";
export { type TradeOffPoint, tradeOffBand } from "./estimators/trade-off-band.js";
export { yjx25Estimate } from "./estimators/yjx25-estimate.js";
export type { Game } from "./game.js";
export { type EventGame, gameOf } from "./games/game-of.js";
export type { GameOptions } from "./games/game-options.js";
export { type CohortSearch, type FoundCohort, worstCohort } from "./games/worst-cohort.js";
export type { Scores } from "./scores.js";
export { auditInOneRun } from "./training/audit-in-one-run.js";
export type { OneRunOptions } from "./training/one-run-options.js";
export type { OneRunReport } from "./training/one-run-report.js";
export { openTrainingGame, type TrainingGame } from "./training/training-game.js";
export {
  TRAINING_ATTACKS,
  type TrainingAttack,
  type TrainingGameOptions,
} from "./training/training-game-options.js";
