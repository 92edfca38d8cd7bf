import { methodLines } from "./_internal/method-lines.js";
import type { Figure } from "./figure.js";

const ROUND = {
  kind: "subsampledShuffle",
  users: 60_000,
  sampled: 2000,
  of: { kind: "local", epsilon: 2 },
} as const;
const ROUNDS = [1, 3, 10, 30, 100, 300, 1000, 3000, 6000];

/** The accounting behind GDD21 Figure 5(b), whose run ends after 6,000 rounds. */
export const gdd21Figure5b: Figure = {
  name: "gdd21-figure-5b",
  compute: () => ({
    title: "Subsampled shuffle of local reports (GDD21, Figure 5b)",
    subtitle: "2,000 of 60,000 users a round send reports that are 2-DP by themselves",
    xTitle: "rounds",
    yTitle: "epsilon at delta = 1e-5, replace-one",
    xScale: "log",
    yScale: "log",
    series: [
      ...methodLines(
        ROUND,
        ROUNDS,
        { adjacency: "replace-one", delta: 1e-5 },
        {
          "clones-2021-numerical": "Clones 2021, sampled, composed",
          "gdd21-upper": "Theorem 1",
          "clones-2023": "Clones 2023, sampled, composed",
          "clones-2023-pld": "Clones 2023, composed as privacy loss",
          "gdd21-lower": "Theorem 2, of Rényi accounting",
        },
      ),
      {
        name: "Printed: 5.8 by Theorem 1, 18.3 by clones 2021",
        stroke: "marks",
        points: [
          { x: 6000, y: 5.8 },
          { x: 6000, y: 18.3 },
        ],
      },
    ],
  }),
};
