import { PRESETS } from "../../src/training/config/presets.js";
import { accuracyFigure, accuracyTable } from "../_internal/accuracy-result.js";
import { accuracyRuns } from "../_internal/accuracy-runs.js";
import { loadDigits } from "../_internal/digits.js";
import { methodFigures } from "../_internal/method-figures.js";
import type { Experiment } from "../experiment.js";

const USERS = 60_000;
const SAMPLED = 15_000;
const LOCAL_EPSILON = 2;
/** Eight bytes for each entry of the vector that a report is, as it is sent here. */
const BITS_PER_REPORT = 64 * 13_706;
/** The two randomizers, and what each is. */
const RANDOMIZERS = [
  ["hemisphere", "LDP-SGD"],
  ["priv-unit", "PrivUnit in its place"],
] as const;

/** LDP-SGD of LT22's footnote 3: clip, round to the sphere, send a vector with a randomized sign. */
export const lt22LdpSgd: Experiment = {
  scale:
    "The footnote describes the algorithm and prints no numbers. Here: 15,000 of 60,000 users a round, local epsilon 2, clip 0.005, GDD21's network on MNIST, one run of 30 rounds.",
  run: async ({ quick, seed, onProgress }) => {
    const data = await loadDigits(quick ? 1000 : USERS, quick ? 200 : 10_000);
    const [lastRound, evaluateEvery] = quick ? [2, 1] : [30, 5];
    const runs = [];
    for (const [randomizer, name] of RANDOMIZERS) {
      const config = {
        ...PRESETS["mnist-cldp-l2"],
        ...{ randomizer, localEpsilon: LOCAL_EPSILON, sampled: quick ? 100 : SAMPLED },
      };
      const accuracies = await accuracyRuns({
        ...{ config, data, lastRound, evaluateEvery, seeds: [seed] },
        onProgress: (words) => onProgress(`${name}, ${words}`),
      });
      const lines = methodFigures({
        methods: { "clones-2023-pld": `${name}, best proven` },
        values: accuracies.map(({ round }) => round),
        eventOf: (times) => ({
          ...{ kind: "repeat", times },
          of: {
            ...{ kind: "subsampledShuffle", users: USERS, sampled: SAMPLED },
            of: { kind: "local", epsilon: LOCAL_EPSILON },
          },
        }),
        adjacency: "replace-one",
        delta: 1e-5,
      });
      runs.push({ name, accuracies, lines });
    }
    return {
      tables: runs.map(({ name, accuracies, lines }) =>
        accuracyTable(
          `${name}, one run; epsilon at delta 1e-5, replace-one`,
          ...([accuracies, lines, BITS_PER_REPORT] as const),
        ),
      ),
      figure: accuracyFigure(
        {
          title: "LDP-SGD and PrivUnit (LT22, footnote 3)",
          subtitle: "15,000 of 60,000 users a round, local epsilon 2",
          delta: "delta = 1e-5, replace-one",
        },
        runs,
      ),
      notes: [
        "LDP-SGD's client is hemisphereRandomizer: `croupier train --protocol cldp --randomizer hemisphere`; the projection of its server is `--projection-diameter`.",
        "Both are charged alike, by their local epsilon; PrivUnit's reports have less variance.",
      ],
    };
  },
};
