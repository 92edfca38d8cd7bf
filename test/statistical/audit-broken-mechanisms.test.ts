/** Mistakes that audits catch, and in how many plays; docs/auditing.md has the table. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { guarantees } from "../../src/accounting/index.js";
import { type AuditReport, audit, type Game } from "../../src/auditing/index.js";
import { gaussianMechanism } from "../../src/mechanisms/index.js";
import { seededSource } from "../../src/random/index.js";
import { shortAndLong } from "../short-and-long.js";
import { BROKEN_MECHANISMS, type BrokenMechanism, byLowBits } from "./broken-mechanisms.js";

const SEEDS = [1, 2, 3];

function bestProven({ event, adjacency, delta }: BrokenMechanism): number {
  const { guarantees: figures } = guarantees(event, { adjacency, delta });
  return figures.find(({ side, status }) => side === "upper" && status === "proven")!.epsilon.upper;
}

function audits(game: Game, mechanism: BrokenMechanism, trials: number): Promise<AuditReport[]> {
  const { adjacency, delta } = mechanism;
  const claim = bestProven(mechanism);
  return Promise.all(
    SEEDS.map((seed) => audit(game, { trials, delta, adjacency, claim, source: seededSource(seed) })),
  );
}

for (const [cases, options] of shortAndLong(BROKEN_MECHANISMS, ({ plays }) => plays > 5000)) {
  describe.each(cases)("$name", options, (mechanism) => {
    const { broken, sound, plays } = mechanism;

    it(`is caught in ${plays} plays, with each of three seeds`, async () => {
      for (const { verdict } of await audits(broken, mechanism, plays)) expect(verdict).toBe("refuted");
    });

    it("without the mistake the same attack refutes nothing in twice as many", async () => {
      for (const { verdict } of await audits(sound, mechanism, 2 * plays)) {
        expect(verdict).toBe("not refuted");
      }
    });
  });
}

it("the table of docs/auditing.md has these mistakes, claims and numbers of plays", () => {
  const text = readFileSync("docs/auditing.md", "utf8");
  for (const mechanism of BROKEN_MECHANISMS) {
    const claim = (Math.ceil(bestProven(mechanism) * 1000) / 1000).toFixed(3);
    expect(text).toContain(
      `| ${mechanism.name} | ${claim} at ${mechanism.delta} | ${mechanism.plays.toLocaleString("en")} |`,
    );
  }
});

it("the library's own Gaussian noise has no low bits that tell", async () => {
  const mechanism = BROKEN_MECHANISMS.find(({ name }) => name.includes("low bits"))!;
  const { addNoise } = gaussianMechanism({ noiseMultiplier: 4, sensitivity: 1 });
  for (const numbers of [Float64Array, Float32Array]) {
    const game: Game = {
      trial: byLowBits((source, value) => {
        const vector = numbers.of(value);
        addNoise(source, vector);
        return vector[0]!;
      }),
    };
    for (const { verdict } of await audits(game, mechanism, 10_000)) expect(verdict).toBe("not refuted");
  }
});
