import { figuresOf } from "./figures-of.js";

const REPORTS = "--local-epsilon 4 --categories 64";
const QUESTIONS: readonly (readonly [participation: string, question: string])[] = [
  [
    "each user tosses a secret coin each day",
    `check-in-randomized-response --users 2000000 --check-in-rate 0.1 ${REPORTS} --rounds 365 --delta 1e-8`,
  ],
  [
    "users are active when they like",
    `shuffle-randomized-response --users 200000 ${REPORTS} --rounds 365 --delta 1e-8`,
  ],
  [
    "the same, nobody more than 37 times",
    `shuffle-randomized-response --users 200000 ${REPORTS} --rounds 37 --delta 1e-8`,
  ],
];

/** What the same reports cost by how users come to take part, as a Markdown table. */
export function activeUsersTable(): string {
  return [
    "| participation | `croupier account` | best proven |",
    "|---|---|---|",
    ...QUESTIONS.map(
      ([participation, question]) => `| ${participation} | \`${question}\` | ${figuresOf(question)[0]} |`,
    ),
  ].join("\n");
}
