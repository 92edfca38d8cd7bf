import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shortAndLong } from "../../short-and-long.js";
import { missing } from "./_internal/programs.js";
import { screenOf } from "./_internal/screen-of.js";
import { widthOf } from "./_internal/terminal.js";

const root = mkdtempSync(join(tmpdir(), "croupier-answers-"));
const CITIES = ["東京", "Bern", "🏙️ Zürich", "São Paulo", "a city whose name is longer than others are"];

beforeAll(() => {
  const rows = Array.from({ length: 2000 }, (_, i) => `"${CITIES[i % CITIES.length]}",${i % 90}`);
  writeFileSync(join(root, "survey.csv"), `city,age\n${rows.join("\n")}\n`);
});
afterAll(() => rmSync(root, { recursive: true }));

const CHECK_IN = ["check-in-gaussian", "--users", "60000", "--check-in-rate", "0.1", "--rounds", "50"];
const CENTRAL = ["poisson-gaussian", "--rate", "0.01", "--noise-multiplier", "1.5", "--rounds", "100"];

const ANSWERS: readonly (readonly [question: string, args: string[], answer: RegExp])[] = [
  ["account", ["account", ...CHECK_IN, "--noise-multiplier", "5", "--delta", "1e-5"], /epsilon <= [\d.]+/],
  ["account of central DP-SGD", ["account", ...CENTRAL, "--delta", "1e-5"], /epsilon <= [\d.]+/],
  ["delta", ["delta", ...CENTRAL, "--epsilon", "1"], /delta <= [\d.e-]+/],
  ["rdp", ["rdp", ...CENTRAL, "--orders", "2,3,4,6,8,12,16,24,32,48,64"], /order 64/],
  [
    "calibrate",
    ["calibrate", ...CHECK_IN, "--target-epsilon", "8", "--delta", "1e-5", "--method", "rdp-exact"],
    /noiseMultiplier|noise/i,
  ],
  [
    "design",
    [
      "design",
      ...["vector", "--dimension", "1000", "--users", "60000", "--sampled", "15000", "--rounds", "24"],
      ...["--target-error", "0.3", "--delta", "1e-5"],
    ],
    /PrivUnit[\s\S]*trusted\s+server/,
  ],
  [
    "analyze",
    [
      "analyze",
      "survey.csv",
      "--column",
      "city",
      "--categories",
      CITIES.join(","),
      "--local-epsilon",
      "2",
      "--seed",
      "1",
    ],
    /東京/,
  ],
  [
    "analyze of a mean",
    [
      "analyze",
      "survey.csv",
      "--column",
      "age",
      "--mean",
      "--lower",
      "0",
      "--upper",
      "120",
      "--local-epsilon",
      "2",
      "--seed",
      "1",
    ],
    /epsilon/,
  ],
];

/** Their screens stand in `_screens`. */
const KEPT: Readonly<Record<string, string>> = { "account of central DP-SGD": "account", analyze: "analyze" };

describe.skipIf(missing("script"))("an answer in a terminal", () => {
  for (const [widths, options] of shortAndLong([80, 120], (columns) => columns > 80))
    for (const columns of widths) {
      it.each(ANSWERS)(
        `of %s is no wider than ${columns} columns`,
        options,
        async (question, args, answer) => {
          const screen = screenOf(columns, args, root).replace(/^.*\r/gm, "");
          expect(screen).toMatch(answer);
          expect(screen).toMatch(/proven|conditional/i);
          expect(widthOf(screen), screen).toBeLessThanOrEqual(columns);
          if (KEPT[question] === undefined) return;
          await expect(screen).toMatchFileSnapshot(`_screens/${KEPT[question]}-${columns}.txt`);
        },
      );
    }
});
