/** The project's own audit: random events of every kind are played against every proven upper figure. */
import { describe, expect, it } from "vitest";
import { guarantees } from "../../src/accounting/index.js";
import { audit, gameOf } from "../../src/auditing/index.js";
import type { MechanismKind } from "../../src/privacy/index.js";
import { EVENT_KINDS } from "../../src/privacy/kinds/registry.js";
import { seededSource } from "../../src/random/index.js";
import { type AuditedEvent, auditedEvent } from "./audited-events.js";

const KINDS = Object.keys(EVENT_KINDS) as MechanismKind[];
const EVENTS = Array.from({ length: 7 }, (_, index) => index);
const PLAYS = 16_000;
/**
 * That any bound of the suite exceeds what is spent: one error for each event, whatever the number of
 * figures.
 */
const FALSE_ALARM = 1e-6;
const CONFIDENCE = 1 - FALSE_ALARM / (KINDS.length * EVENTS.length);

interface Outcome {
  /** What the bound is of the smallest proven figure. */
  readonly share: number;
  /** Methods whose proven figure the bound exceeds. */
  readonly exceeded: readonly string[];
}

async function played({ event, adjacency, delta, cohort }: AuditedEvent, index: number): Promise<Outcome> {
  const { guarantees: figures } = guarantees(event, { adjacency, delta });
  const proven = figures.filter(({ side, status }) => side === "upper" && status === "proven");
  const game = gameOf(event, { adjacency, ...(cohort && { cohort }) });
  const { guarantee } = await audit(game, {
    ...{ trials: PLAYS, confidence: CONFIDENCE, delta, adjacency, source: seededSource(index) },
  });
  const bound = guarantee.epsilon.lower;
  return {
    share: bound / Math.min(...proven.map(({ epsilon }) => epsilon.upper)),
    exceeded: proven.filter(({ epsilon }) => bound > epsilon.upper).map(({ method }) => method),
  };
}

let refutedHalves = 0;

describe.each(KINDS)("%s", (kind) => {
  it(`no proven figure is exceeded, and half of one would be (events 0 to ${EVENTS.length - 1})`, async () => {
    const refuted = refutedHalves;
    for (const index of EVENTS) {
      const asked = auditedEvent(kind, index);
      const { share, exceeded } = await played(asked, index);
      expect(exceeded, JSON.stringify(asked)).toEqual([]);
      if (share > 1 / 2) refutedHalves++;
    }
    expect(refutedHalves).toBeGreaterThan(refuted);
  });
});

it("of figures that are half too small it refutes two of three", () => {
  expect(refutedHalves).toBeGreaterThan((2 / 3) * KINDS.length * EVENTS.length);
});
