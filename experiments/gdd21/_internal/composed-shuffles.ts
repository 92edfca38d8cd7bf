import type { MechanismEvent } from "../../../src/privacy/index.js";
import { methodFigures, seriesOf, tableOf } from "../../_internal/method-figures.js";
import type { Experiment } from "../../experiment.js";

/**
 * A panel of Figures 2 to 4: what composed subsampled shuffles spend, by the number of rounds or of clients.
 */
export interface ComposedShuffles {
  /** As the paper numbers it, e.g. "2(a)". */
  readonly panel: string;
  readonly localEpsilon: number;
  /** What the panel's axis is, at which values, and the other number. */
  readonly axis:
    | { readonly of: "rounds"; readonly users: number }
    | { readonly of: "clients"; readonly rounds: number };
  /** k, clients drawn each round. */
  readonly sampled: number;
  /** What the panel's numbers say beside the paper's words. */
  readonly notes: readonly string[];
}

const DELTA = 1e-8;
const ROUNDS = [1, 10, 100, 1000, 1e4, 1e5];
const CLIENTS = [1e5, 3e5, 1e6, 3e6, 1e7];

/**
 * Both bounds of the paper and its baseline beside the best proven figure and what no figure can be below.
 */
const METHODS = {
  "gdd21-upper": "Theorem 1",
  "gdd21-lower": "Theorem 2, converted",
  "clones-2021-numerical": "FMT20 computed numerically, sampled, composed",
  "strong-composition": "No credit for the shuffle, sampled, composed",
  "clones-2023-pld": "Best proven",
  "cohort-lower": "No less than",
} as const;

const COMMON_NOTES = [
  "Theorem 2 bounds the Renyi divergence from below: converted, it bounds what Renyi accounting can show, not epsilon.",
  "The paper's baseline takes the closed forms of FMT20 and of KOV15, which are larger than the same bounds computed numerically.",
];

/** Done as the paper prints it, all of it by formulas: nothing is simulated. */
export function composedShuffles(given: ComposedShuffles): Experiment {
  const { panel, localEpsilon, axis, sampled, notes } = given;
  const parameter = axis.of === "rounds" ? "rounds T" : "clients n";
  const other = axis.of === "rounds" ? `n = ${grouped(axis.users)}` : `T = ${grouped(axis.rounds)}`;
  const setting = `local epsilon ${localEpsilon}, k = ${grouped(sampled)}, ${other}`;
  return {
    scale: `The paper's setting: ${setting}, delta 1e-8, replace-one. It does not print its curves' values.`,
    run: async ({ quick, onProgress }) => {
      onProgress(`Figure ${panel}`);
      const all = axis.of === "rounds" ? ROUNDS : CLIENTS;
      const values = quick ? all.slice(-2) : all;
      const query = { adjacency: "replace-one", delta: DELTA, eventOf: eventBy(given) } as const;
      const lines = methodFigures({ ...query, methods: METHODS, values });
      return {
        tables: [tableOf(`Epsilon at delta 1e-8, replace-one (${setting})`, parameter, lines)],
        figure: {
          title: `Composed subsampled shuffles (GDD21, Figure ${panel})`,
          subtitle: setting,
          xTitle: parameter,
          yTitle: "epsilon at delta = 1e-8, replace-one",
          xScale: "log",
          yScale: "log",
          series: lines.map(seriesOf),
        },
        notes: [...notes, ...COMMON_NOTES],
      };
    },
  };
}

function grouped(count: number): string {
  return count.toLocaleString("en-US");
}

function eventBy({ axis, sampled, localEpsilon }: ComposedShuffles): (value: number) => MechanismEvent {
  const repeated = (users: number, times: number): MechanismEvent => ({
    kind: "repeat",
    times,
    of: { kind: "subsampledShuffle", users, sampled, of: { kind: "local", epsilon: localEpsilon } },
  });
  return axis.of === "rounds"
    ? (rounds) => repeated(axis.users, rounds)
    : (users) => repeated(users, axis.rounds);
}
