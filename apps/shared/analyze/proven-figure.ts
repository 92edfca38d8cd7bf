import { type GuaranteesReport, guarantees } from "../../../src/accounting/index.js";
import { DpError } from "../../../src/errors.js";
import type { Adjacency, Guarantee, MechanismEvent } from "../../../src/privacy/index.js";
import type { AnalyzePlan } from "./input/plan.js";

/** The best proven upper figure; without one nothing may be published. */
export function provenFigure(
  { guarantees: figures, notApplicable }: GuaranteesReport,
  adjacency: Adjacency,
): Guarantee {
  const best = figures.find(
    ({ side, status, epsilon }) => side === "upper" && status === "proven" && epsilon.upper < Infinity,
  );
  if (best !== undefined) return best;
  const reason = notApplicable.find(({ method }) => method === "unshuffled")?.reason ?? "no method applies";
  const message = `--adjacency ${adjacency}: no figure is proven for shuffled reports, and nothing is published; ${reason}`;
  throw new DpError("NOT_APPLICABLE", message, { parameter: "--adjacency", value: adjacency });
}

/** Refuses, before anything is read, where no figure can be proven whatever the number of users. */
export function requireProvenFigure(plan: AnalyzePlan): void {
  const { adjacency, delta = 1e-6 } = plan;
  const report = { kind: "randomizedResponse", epsilon: 1, categories: 2 } as const;
  const event: MechanismEvent = { kind: "shuffle", users: 2, of: report };
  provenFigure(guarantees(event, { adjacency, delta, method: "unshuffled" }), adjacency);
}
