import { guarantees, type NotApplicable } from "../accounting/index.js";
import { DpError } from "../errors.js";
import type { DiscreteRandomizer } from "../mechanisms/index.js";
import { ADJACENCIES, type Adjacency, type Guarantee, type ShuffleEvent } from "../privacy/index.js";
import { type RandomSource, secureSource } from "../random/index.js";
import { checkArrayLike, checkNumber, checkOneOf, checkOptions, DOMAIN } from "../validate.js";
import { describeCollection } from "./describe-collection.js";
import { encodeReports } from "./encode-reports.js";
import type { EstimateOptions } from "./estimate.js";
import { shuffleReports } from "./shuffle-reports.js";

/** How reports are collected and accounted for. */
export interface CollectionOptions extends EstimateOptions {
  /** ε₀, pure local DP of one report, nats, [1e-6, 30]. */
  readonly localEpsilon: number;
  /** Which data sets count as neighbours. */
  readonly adjacency: Adjacency;
  /** δ of the shuffled reports' guarantee, (0, 1). */
  readonly delta: number;
  /** Where randomizers and shuffler draw from; the platform's secure source by default. */
  readonly source?: RandomSource;
}

/** One randomized report of every user, shuffled, and what that spends. */
export interface Collection {
  /** The numbered reports in the shuffler's order. */
  readonly reports: Uint32Array;
  /** What was released, for further accounting. */
  readonly event: ShuffleEvent;
  /** See {@link CollectionOptions}. */
  readonly adjacency: Adjacency;
  /** See {@link CollectionOptions}. */
  readonly delta: number;
  /** Whether the source could be predicted: then nothing here is private. */
  readonly seeded: boolean;
  /** Best first, see `accounting.guarantees`. */
  readonly guarantees: readonly Guarantee[];
  /** The methods that do not apply, with their reasons. */
  readonly notApplicable: readonly NotApplicable[];
}

/** The roles of clients and shuffler in one process, accounted for. */
export function collect<Value>(
  name: string,
  randomizer: DiscreteRandomizer<Value>,
  options: CollectionOptions & { readonly values: ArrayLike<Value> },
): Collection {
  const { values, source = secureSource() } = options;
  const adjacency = checkOneOf(`${name}: adjacency`, options.adjacency, ADJACENCIES);
  const delta = checkNumber(`${name}: delta`, options.delta, DOMAIN.delta);
  const event = describeCollection(randomizer, values.length);
  const accounted = guarantees(event, { adjacency, delta });
  const reports = shuffleReports(encodeReports(values, randomizer, source), source);
  return { reports, event, adjacency, delta, seeded: !source.secure, ...accounted };
}

/** Checks that there are users at all. */
export function checkValues<Options extends { readonly values: ArrayLike<unknown> }>(
  name: string,
  options: Options,
): Options {
  const { values } = checkOptions(name, options);
  if (checkArrayLike(`${name}: values`, values).length > 0) return options;
  throw new DpError("BAD_INPUT", `${name}: values must not be empty; there is nothing to estimate`, {
    parameter: "values",
    value: values,
    allowed: "at least one value",
  });
}
