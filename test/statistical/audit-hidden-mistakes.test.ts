/** Mistakes with rotated blocks and dummies that audits catch; docs/auditing.md has the table. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { guarantees } from "../../src/accounting/index.js";
import { audit, type Game } from "../../src/auditing/index.js";
import { seededSource } from "../../src/random/index.js";
import { shortAndLong } from "../short-and-long.js";
import { HIDDEN_MISTAKES, type HiddenMistake } from "./hidden-mistakes.js";

/** All caught: of a power below 1/2 that has the probability 2^-20 < 1e-6. */
const SEEDS = Array.from({ length: 20 }, (_, seed) => seed);
/** Their number does not matter for the error: each audit has its share of it. */
const SOUND_SEEDS = SEEDS.slice(0, 2);
/** That any audit of this file refutes a round without a mistake. */
const FALSE_ALARM = 1e-6;
const CONFIDENCE = 1 - FALSE_ALARM / (SEEDS.length * HIDDEN_MISTAKES.length);

function bestProven({ event, delta }: HiddenMistake): number {
  const { guarantees: figures } = guarantees(event, { adjacency: "replace-one", delta });
  return figures.find(({ side, status }) => side === "upper" && status === "proven")!.epsilon.upper;
}

async function verdicts(game: Game, mistake: HiddenMistake, seeds: readonly number[]): Promise<string[]> {
  const { delta, plays: trials } = mistake;
  const claim = bestProven(mistake);
  const audits = seeds.map((seed) =>
    audit(game, {
      ...{ trials, delta, adjacency: "replace-one", claim, confidence: CONFIDENCE },
      source: seededSource(seed),
    }),
  );
  return (await Promise.all(audits)).map(({ verdict }) => verdict);
}

for (const [cases, options] of shortAndLong(HIDDEN_MISTAKES, (_, place) => place % 3 > 0)) {
  describe.each(cases)("$name", options, (mistake) => {
    it(`is caught in ${mistake.plays} plays, with each of 20 seeds`, async () => {
      expect(await verdicts(mistake.broken, mistake, SEEDS)).toEqual(SEEDS.map(() => "refuted"));
    });

    it("without the mistake the same attack refutes nothing", async () => {
      expect(await verdicts(mistake.sound, mistake, SOUND_SEEDS)).toEqual(
        SOUND_SEEDS.map(() => "not refuted"),
      );
    });
  });
}

it("the table of docs/auditing.md has these mistakes, claims and numbers of plays", () => {
  const text = readFileSync("docs/auditing.md", "utf8");
  for (const mistake of HIDDEN_MISTAKES) {
    const claim = (Math.ceil(bestProven(mistake) * 1000) / 1000).toFixed(3);
    const plays = mistake.plays.toLocaleString("en");
    expect(text).toContain(`| ${mistake.name} | ${claim} at ${mistake.delta} | ${plays} |`);
  }
});
