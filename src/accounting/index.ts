/**
 * Privacy accounting: events in, guarantees with their status and assumptions out. Runs unchanged in a
 * browser.
 *
 * @module croupier-dp/accounting
 */
export { DpError, type DpErrorCode, type DpErrorDetails } from "../errors.js";
export * from "../privacy/event-constructors.js";
export type { AccountantSelection, NotApplicable } from "./_internal/evaluate-accountants.js";
export { budgetGuarantee } from "./budget-guarantee.js";
export { type Calibration, type CalibrationTarget, calibrate } from "./calibrate.js";
export { type DeltasOptions, type DeltasReport, deltas } from "./deltas.js";
export { type GuaranteesOptions, type GuaranteesReport, guarantees } from "./guarantees.js";
export type * from "./ledger/ledger.js";
export { type LedgerOptions, openLedger } from "./ledger/open-ledger.js";
export { type MethodCoverage, methodCoverage } from "./method-coverage.js";
export * as pld from "./pld.js";
export {
  type RenyiDivergencesOptions,
  type RenyiDivergencesReport,
  type RenyiGuarantee,
  renyiDivergences,
} from "./renyi-divergences.js";
export type { Coverage, ReportKind } from "./rounds/coverage.js";
export type { RoundKind } from "./rounds/round.js";
export * as theorems from "./theorems/index.js";
