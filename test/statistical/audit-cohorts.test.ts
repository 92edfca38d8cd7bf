/** What the figures of a homogeneous cohort are worth: two users, noise C, one record there or at zero. */
import { expect, it } from "vitest";
import { guarantees } from "../../src/accounting/index.js";
import { audit, gameOf } from "../../src/auditing/index.js";
import type { Guarantee, Status } from "../../src/privacy/index.js";
import { seededSource } from "../../src/random/index.js";

const EVENT = { kind: "shuffle", users: 2, of: { kind: "gaussian", noiseToClip: 1 } } as const;
const QUERY = { adjacency: "zero-out", delta: 0.05 } as const;
const CONFIDENCE = 1 - 1e-7;

function figure(method: string, status: Status): number {
  const { guarantees: figures } = guarantees(EVENT, QUERY);
  const found = figures.find((each: Guarantee) => each.method === method && each.status === status);
  return found!.epsilon.upper;
}

async function boundAmong(cohort: readonly number[]): Promise<number> {
  const { guarantee } = await audit(gameOf(EVENT, { ...QUERY, cohort }), {
    ...{ ...QUERY, trials: 100_000, confidence: CONFIDENCE, source: seededSource(3) },
  });
  return guarantee.epsilon.lower;
}

it("a homogeneous cohort spends no more than its exact figure, and nearly as much (seed 3)", async () => {
  const bound = await boundAmong([0]);
  expect(bound).toBeLessThanOrEqual(figure("pld", "conditional"));
  expect(bound).toBeGreaterThan(0.8 * figure("pld", "conditional"));
});

it("one whose other user holds the opposite spends more than that, and no more than what is proven (seed 3)", async () => {
  const bound = await boundAmong([-1]);
  expect(bound).toBeGreaterThan(1.1 * figure("pld", "conditional"));
  expect(bound).toBeLessThanOrEqual(figure("transposition-pld", "proven"));
  expect(await boundAmong([-0.5])).toBeGreaterThan(figure("pld", "conditional"));
});
