import { type GuaranteesReport, guarantees } from "../../accounting/guarantees.js";
import type { Ledger } from "../ledger.js";
import type { TrainConfig } from "../train-config.js";
import type { SpentEpsilon } from "../training-state.js";

/** Accounts for a ledger under the configuration's adjacency and delta, remembering the last answer. */
export function accountantFor(config: TrainConfig): (ledger: Ledger) => GuaranteesReport | undefined {
  if (config.protocol === "nonprivate") return () => undefined;
  const { adjacency, delta } = config;
  let last: { ledger: Ledger; figures: GuaranteesReport } | undefined;
  return (ledger) => {
    if (last?.ledger !== ledger) last = { ledger, figures: guarantees(ledger.event, { adjacency, delta }) };
    return last.figures;
  };
}

/** The upper bounds in short, in the order given. */
export function upperBounds(figures: GuaranteesReport | undefined): SpentEpsilon[] {
  return (figures?.guarantees ?? [])
    .filter(({ side }) => side === "upper")
    .map(({ method, status, epsilon }) => ({ method, status, epsilon: epsilon.upper }));
}
