import { guarantees } from "../../src/accounting/guarantees.js";
import type { AccountingMethod } from "../../src/privacy/index.js";
import type { Experiment, FigureData } from "../experiment.js";
import { baselineEpsilon, type SampledShuffles } from "./_internal/appendix-a-baseline.js";

/** The runs of Section 4: the panels of Figures 2 to 4 that have an axis of rounds, and Figure 5's two. */
const RUNS: readonly (SampledShuffles & { readonly name: string })[] = [
  { name: "Figure 2(a)", localEpsilon: 2, users: 1e6, sampled: 1000, rounds: 1e5, delta: 1e-8 },
  { name: "Figure 2(b)", localEpsilon: 1, users: 1e7, sampled: 1e4, rounds: 1e5, delta: 1e-8 },
  { name: "Figure 3(a)", localEpsilon: 1, users: 1e6, sampled: 1000, rounds: 1e5, delta: 1e-8 },
  { name: "Figure 4(a)", localEpsilon: 3, users: 1e6, sampled: 1000, rounds: 1e5, delta: 1e-8 },
  { name: "Figure 4(b)", localEpsilon: 3, users: 1e7, sampled: 1000, rounds: 1e5, delta: 1e-8 },
  { name: "Figure 5(a)", localEpsilon: 1.5, users: 6e4, sampled: 1e4, rounds: 1200, delta: 1e-5 },
  { name: "Figure 5(b)", localEpsilon: 2, users: 6e4, sampled: 2000, rounds: 6000, delta: 1e-5 },
];
const ROUNDS = [1, 10, 100, 1000, 1e4, 1e5];

/** GDD21 Appendix A: the shuffle's Renyi DP of the year's other paper, sampled by a general theorem. */
export const gdd21AppendixA: Experiment = {
  scale:
    "The settings of Section 4. The paper prints no value of this baseline; the bound of [GDD+21a] is derived here by the same steps as Theorem 1, and takes no credit beyond them.",
  run: async ({ quick, onProgress }) => {
    const runs = quick ? RUNS.slice(-1) : RUNS;
    return {
      tables: [
        {
          title: "Epsilon, replace-one",
          columns: [
            ...["run", "local epsilon", "n", "k", "rounds", "delta"],
            { title: "shuffle's Renyi DP of [GDD+21a], sampled by [WBK19] (proven)", rounded: "up" },
            { title: "Theorem 1: gdd21-upper (proven)", rounded: "up" },
            "the former over the latter",
            { title: "best proven: clones-2023-pld (proven)", rounded: "up" },
          ],
          rows: runs.map((run) => {
            onProgress(run.name);
            const [baseline, theorem1] = [baselineEpsilon(run), spent(run, "gdd21-upper")];
            const { name, localEpsilon, users, sampled, rounds, delta } = run;
            return [
              ...[name, localEpsilon, users, sampled, rounds, delta],
              ...[baseline, theorem1, baseline / theorem1, spent(run, "clones-2023-pld")],
            ];
          }),
        },
      ],
      figure: figureOf(quick ? ROUNDS.slice(-2) : ROUNDS),
      notes: [
        "The paper writes that Theorem 1 outperforms this baseline, numerically; the ratio says where and by how much.",
        "Both are upper bounds by proof for every eps0-LDP randomizer; the best proven figure composes the clones' pair as a privacy-loss distribution.",
      ],
    };
  },
};

function spent({ localEpsilon, users, sampled, rounds, delta }: SampledShuffles, method: AccountingMethod) {
  const of = { kind: "local", epsilon: localEpsilon } as const;
  const event = {
    kind: "repeat",
    times: rounds,
    of: { kind: "subsampledShuffle", users, sampled, of },
  } as const;
  return guarantees(event, { adjacency: "replace-one", delta, method }).guarantees[0]!.epsilon.upper;
}

function figureOf(values: readonly number[]): FigureData {
  const [run] = RUNS as [(typeof RUNS)[number]];
  const line = (name: string, epsilonOf: (run: SampledShuffles) => number) => ({
    name: `${name} (proven)`,
    stroke: "solid" as const,
    points: values.map((rounds) => ({ x: rounds, y: epsilonOf({ ...run, rounds }) })),
  });
  return {
    title: "Two ways to sample a shuffle's Renyi DP (GDD21, Appendix A)",
    subtitle: "local epsilon 2, k = 1,000, n = 1,000,000",
    xTitle: "rounds T",
    yTitle: "epsilon at delta = 1e-8, replace-one",
    xScale: "log",
    yScale: "log",
    series: [
      line("[GDD+21a], sampled by [WBK19]", baselineEpsilon),
      line("Theorem 1: gdd21-upper", (each) => spent(each, "gdd21-upper")),
      line("Best proven: clones-2023-pld", (each) => spent(each, "clones-2023-pld")),
    ],
  };
}
