import { DpError } from "../../errors.js";
import type { Adjacency, MechanismEvent, WeightShuffleEvent } from "../../privacy/index.js";
import type { RoundEvent } from "../../privacy/rounds-in.js";
import { ROUND_ROWS } from "./kinds/registry.js";
import { REPORT_ROWS } from "./reports/registry.js";
import type { Report, Round } from "./round.js";

/**
 * Reads an event as a round, its Gaussian noise as a multiple of the sensitivity under this adjacency.
 *
 * @throws DpError NOT_APPLICABLE sampling, shuffling or composition is nested where no analysis is known
 */
export function readRound(event: RoundEvent, adjacency: Adjacency): Round {
  if (isReport(event)) return { kind: "report", report: readReport(event, adjacency) };
  if (event.kind === "weightShuffle") return readWeightShuffle(event, adjacency);
  const report = reportOf(event, adjacency);
  return ROUND_ROWS[event.kind].read(event as never, report);
}

/**
 * How often the event's round runs: blocks with coins of their own, or that all users send, are rounds of
 * their own.
 */
export function roundsOfBlocks(event: RoundEvent): number {
  if (isReport(event)) return 1;
  if (event.kind !== "weightShuffle") return ROUND_ROWS[event.kind].roundsOfBlocks(event as never);
  return event.of.kind === "repeat" || event.of.kind === "sequence" ? 1 : roundsOfBlocks(event.of);
}

function readWeightShuffle(
  { dimension, batchClipRatio, of }: WeightShuffleEvent,
  adjacency: Adjacency,
): Round {
  if (of.kind === "repeat" || of.kind === "sequence" || of.kind === "weightShuffle") {
    throw nested("weightShuffle", of);
  }
  return { ...readRound(of, adjacency), weightShuffle: { dimension, batchClipRatio } };
}

function reportOf({ kind, of }: RoundEvent & { readonly of: MechanismEvent }, adjacency: Adjacency): Report {
  if (!isReport(of) || REPORT_ROWS[of.kind].standsAlone) throw nested(kind, of);
  return readReport(of, adjacency);
}

type ReportEvent = Extract<MechanismEvent, { readonly kind: Report["kind"] }>;

function isReport(event: MechanismEvent): event is ReportEvent {
  return Object.hasOwn(REPORT_ROWS, event.kind);
}

function readReport(event: ReportEvent, adjacency: Adjacency): Report {
  return REPORT_ROWS[event.kind].read(event as never, adjacency);
}

function nested(outer: string, inner: MechanismEvent): DpError {
  const kinds = Object.entries(REPORT_ROWS).flatMap(([kind, { standsAlone }]) => (standsAlone ? [] : kind));
  return new DpError("NOT_APPLICABLE", `event: no analysis of ${inner.kind} inside of ${outer} is known`, {
    parameter: "event",
    value: inner,
    allowed: `a round of reports: ${kinds.slice(0, -1).join(", ")} or ${kinds.at(-1)}`,
  });
}
