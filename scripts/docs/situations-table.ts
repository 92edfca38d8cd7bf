import { figuresOf } from "./figures-of.js";

/** A question that people bring, and how to ask it: the arguments of `croupier account`. */
const SITUATIONS: readonly (readonly [situation: string, question: string])[] = [
  [
    "Central DP-SGD, a record there or not",
    "poisson-gaussian --batch-size 256 --examples 50000 --epochs 60 --noise-to-clip 1.1 --delta 1e-5 --adjacency add-or-remove",
  ],
  [
    "the same, a record replaced",
    "poisson-gaussian --batch-size 256 --examples 50000 --epochs 60 --noise-to-clip 1.1 --delta 1e-5 --adjacency replace-one",
  ],
  [
    "the same at a tiny delta",
    "poisson-gaussian --batch-size 256 --examples 50000 --epochs 60 --noise-to-clip 1.1 --delta 1e-30 --adjacency add-or-remove",
  ],
  [
    "Central, each record in one of the batches",
    "random-allocation-gaussian --steps 20 --noise-to-clip 4 --rounds 10 --delta 1e-5 --adjacency zero-out",
  ],
  ["Local reports, shuffled once", "shuffle-local --users 10000 --local-epsilon 2 --delta 1e-6"],
  [
    "the same by randomized response",
    "shuffle-randomized-response --users 10000 --local-epsilon 2 --categories 10 --delta 1e-6",
  ],
  ["the same at a tiny delta", "shuffle-local --users 10000 --local-epsilon 2 --delta 1e-30"],
  [
    "Local reports, shuffled every week of a year",
    "shuffle-local --users 10000 --local-epsilon 2 --rounds 52 --delta 1e-6",
  ],
  [
    "the same, reports with a delta of their own",
    "shuffle-local --users 10000 --local-epsilon 2 --local-delta 1e-12 --rounds 52 --delta 1e-6",
  ],
  [
    "Local reports of sampled users, many rounds",
    "subsampled-shuffle-local --users 60000 --sampled 2000 --local-epsilon 2 --rounds 6000 --delta 1e-5",
  ],
  [
    "Gaussian reports, shuffled",
    "shuffle-gaussian --users 60000 --noise-to-clip 9.48 --rounds 7 --delta 1.6667e-5 --adjacency zero-out",
  ],
  [
    "Gaussian reports, shuffled check-in, many rounds",
    "check-in-gaussian --users 60000 --check-in-rate 0.1 --noise-to-clip 5 --rounds 5540 --delta 1e-5 --adjacency zero-out",
  ],
  [
    "Gaussian vectors with little noise, many rounds",
    "check-in-gaussian --users 60000 --check-in-rate 0.5 --noise-to-clip 1.44 --rounds 3000 --delta 1e-5",
  ],
  [
    "the same in 16 blocks",
    "check-in-gaussian --users 60000 --check-in-rate 0.5 --noise-to-clip 1.44 --rounds 3000 --blocks 16 --delta 1e-5",
  ],
  [
    "the same among as many dummies, with the same total noise",
    "check-in-gaussian --users 60000 --check-in-rate 0.5 --noise-to-clip 1.0183 --rounds 3000 --blocks 16 --dummies 30000 --delta 1e-5",
  ],
];

/** The methods' figures in each situation, as a Markdown table. */
export function situationsTable(): string {
  return [
    "| situation | `croupier account` | best proven | next proven | best conditional |",
    "|---|---|---|---|---|",
    ...SITUATIONS.map(([situation, question]) => {
      const [best, next, conditional] = figuresOf(question);
      return `| ${situation} | \`${question}\` | ${best} | ${next} | ${conditional} |`;
    }),
  ].join("\n");
}
