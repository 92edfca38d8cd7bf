import { DpError } from "../errors.js";
import type { Norm } from "../mechanisms/index.js";
import { ADJACENCIES, type Adjacency } from "../privacy/index.js";
import {
  checkArray,
  checkCallback,
  checkNumber,
  checkOneOf,
  checkOptions,
  DOMAIN,
  RANGES,
  type Range,
} from "../validate.js";
import type { Family, Setting, TrafficLimits } from "./_internal/design/family.js";
import { frequencyFamilies } from "./_internal/design/frequency-families.js";
import { meanFamilies } from "./_internal/design/mean-families.js";
import { type DesignTarget, solveFamily } from "./_internal/design/solve-family.js";
import { checkTrafficLimits } from "./_internal/design/traffic-limits.js";
import { vectorFamilies } from "./_internal/design/vector-families.js";
import { withLessTrust } from "./_internal/design/with-less-trust.js";
import {
  DESIGNED_RANDOMIZERS,
  type DesignedRandomizer,
  type DesignedRandomizerName,
} from "./designed-randomizer.js";
import { NUMBERS, WIDTHS } from "./number-limits.js";

/** What is to be estimated in each round. */
export type DesignTask = FrequencyTask | MeanTask | VectorTask;

/** The share of the users who hold each of the categories. */
export interface FrequencyTask {
  readonly kind: "frequencies";
  /** k, integer in [2, 2^20]. */
  readonly categories: number;
}

/** The mean of a number between two bounds from public knowledge. */
export interface MeanTask {
  readonly kind: "mean";
  /** [-1e100, 1e100]. */
  readonly lower: number;
  /** At least 1e-100 above `lower`, at most 1e100. */
  readonly upper: number;
}

/** The mean of vectors of norm at most `bound`. */
export interface VectorTask {
  readonly kind: "vector";
  /** d, integer in [1, 2^24]. */
  readonly dimension: number;
  readonly norm: Norm;
  /** C, [1e-30, 1e30]. */
  readonly bound: number;
}

/** What {@link designRandomizer} designs for. Exactly one of `targetEpsilon` and `targetError` is given. */
export interface DesignOptions {
  readonly task: DesignTask;
  /** n, users in the data set. */
  readonly users: number;
  /** m, users who are drawn for each round, without replacement and in secret; all of them by default. */
  readonly sampled?: number;
  /** T, rounds, each of which publishes an estimate; 1 by default. */
  readonly rounds?: number;
  /** Which data sets count as neighbours. */
  readonly adjacency: Adjacency;
  /** δ of all rounds together, (0, 1). */
  readonly delta: number;
  /** ε of all rounds together, nats, (0, ∞). */
  readonly targetEpsilon?: number;
  /** The largest `standardError` of one round's estimate, (0, ∞). */
  readonly targetError?: number;
  /** Vectors: rotated blocks that one may be cut into, integer in [1, 1e6]; 1 by default. */
  readonly maxBlocks?: number;
  /** Vectors: dummies of the shuffler for each block and round, integer in [0, 1e12]; 0 by default. */
  readonly maxDummies?: number;
  /** Vectors: bytes of a user's reports in a round, integer in [1, 2^40]; any number by default. */
  readonly maxBytes?: number;
  /** Only these of the randomizers that the task has, the trusted server among them; by default all. */
  readonly among?: readonly DesignedRandomizerName[];
  /** Called before a randomizer is solved for, which may take seconds. */
  readonly onProgress?: (progress: DesignProgress) => void;
}

/** How far a design is. */
export interface DesignProgress {
  readonly randomizer: DesignedRandomizerName;
  /** Randomizers done, of `total`. */
  readonly done: number;
  readonly total: number;
}

/** A randomizer that cannot reach the target. */
export interface RandomizerNotApplicable {
  readonly randomizer: DesignedRandomizerName;
  readonly reason: string;
}

/** The best randomizer found, and what the others would do. */
export interface DesignReport {
  /** The one of the least error under the target epsilon, or of the least epsilon under the target error. */
  readonly best: DesignedRandomizer;
  /** All that reach the target, the best one first; the trusted server is not among them. */
  readonly designs: readonly DesignedRandomizer[];
  /** What a trusted server with Gaussian noise on the sum reaches, where it has a proven figure. */
  readonly trustedServer?: DesignedRandomizer;
  /** Those that do not reach the target, with the reason. */
  readonly notApplicable: readonly RandomizerNotApplicable[];
}

/** What all designs of a task have in common. */
interface DesignQuestion {
  readonly setting: Setting;
  readonly adjacency: Adjacency;
  readonly limits: TrafficLimits;
}

/** Where the first search begins. */
const FIRST_SPREAD = 5;
const VECTOR_BOUND: Range = { min: 1e-30, max: 1e30 };

/**
 * The randomizer of shuffled reports with the least error under a target epsilon, or the least epsilon under
 * a target error.
 *
 * "Choose the randomizer for the shuffle, not for itself": a shape that is free besides ε₀ – a set's size, a
 * hash's range, levels, a cap's share of the sphere – is searched, with a Gaussian approximation to suggest
 * shapes. It never decides: each randomizer is charged by the best *proven* figure of
 * `accounting.guarantees`, and the least error, or epsilon, by such figures wins.
 *
 * Vectors with Gaussian noise may be cut into rotated blocks and hidden among dummies, within `maxBlocks`,
 * `maxDummies` and `maxBytes`: plain, blocks, dummies and both are designs of their own.
 *
 * Guarantee: `guarantee` is proven under its assumptions, an honest shuffler among them; its `epsilon.upper`
 * is at most `targetEpsilon`. Not covered: that no better randomizer exists, and the error from drawing
 * users. Trusted server: Gaussian noise on the sum; where users are drawn, each joins by itself with
 * probability m/n (Poisson).
 *
 * @param options see {@link DesignOptions}
 * @throws DpError OUT_OF_RANGE or BAD_INPUT a bad option; NOT_APPLICABLE no randomizer reaches the target
 *   with a proven figure
 * @example
 * const task = { kind: "frequencies", categories: 100 } as const;
 * const { best } = designRandomizer({ task, users: 60_000, adjacency: "replace-one", delta: 1e-6, targetEpsilon: 0.5 });
 * best.guarantee.status; // "proven"
 * @see Balle, Bell, Gascón and Nissim, "The Privacy Blanket of the Shuffle Model", CRYPTO 2019; Wang et al.,
 *   USENIX Security 2017
 */
export function designRandomizer(options: DesignOptions): DesignReport {
  const name = "designRandomizer";
  const { onProgress } = checkOptions(name, options);
  checkCallback(`${name}: onProgress`, onProgress);
  const setting = checkSetting(name, options);
  const adjacency = checkAdjacency(name, options.adjacency);
  const delta = checkNumber(`${name}: delta`, options.delta, DOMAIN.delta);
  const target = checkTarget(name, options);
  const limits = checkTrafficLimits(name, options);
  const families = selected(
    name,
    familiesOf(name, options.task, { setting, adjacency, limits }),
    options.among,
  );
  const found: DesignedRandomizer[] = [];
  let spread = FIRST_SPREAD;
  const notApplicable: RandomizerNotApplicable[] = [];
  families.forEach((family, done) => {
    const { randomizer } = family;
    onProgress?.({ randomizer, done, total: families.length });
    try {
      const solved = solveFamily(family, { setting, adjacency, delta }, target, spread);
      found.push(withLessTrust(withinBytes(solved.design, limits), { adjacency, delta }));
      spread = solved.spread;
    } catch (error) {
      if (!(error instanceof DpError) || error.code !== "NOT_APPLICABLE") throw error;
      notApplicable.push({ randomizer, reason: reasonOf(randomizer, error) });
    }
  });
  return reportOf(name, { found, notApplicable }, target);
}

/** @throws DpError NOT_APPLICABLE a user sends more */
function withinBytes(design: DesignedRandomizer, { maxBytes }: TrafficLimits): DesignedRandomizer {
  const { randomizer, traffic } = design;
  if (traffic === undefined || traffic.bytesPerUser <= maxBytes) return design;
  const message = `${randomizer}: a user sends ${traffic.bytesPerUser} bytes a round`;
  throw new DpError("NOT_APPLICABLE", message, {
    parameter: "maxBytes",
    value: maxBytes,
    allowed: `at least ${traffic.bytesPerUser}`,
  });
}

function selected(name: string, families: Family[], among: DesignOptions["among"]): Family[] {
  if (among === undefined) return families;
  const path = `${name}: among`;
  const wanted = checkArray(path, among).map((each) => checkOneOf(path, each, DESIGNED_RANDOMIZERS));
  return families.filter(({ randomizer }) => wanted.includes(randomizer));
}

function reportOf(
  name: string,
  {
    found,
    notApplicable,
  }: { found: readonly DesignedRandomizer[]; notApplicable: readonly RandomizerNotApplicable[] },
  target: DesignTarget,
): DesignReport {
  const cost = ({ standardError, guarantee }: DesignedRandomizer): number =>
    "targetEpsilon" in target ? standardError : guarantee.epsilon.upper;
  const isServer = ({ randomizer }: DesignedRandomizer): boolean => randomizer === "trustedServer";
  const designs = found
    .filter((each) => !isServer(each))
    .sort((one, other) => cost(one) - cost(other) || one.standardError - other.standardError);
  const trustedServer = found.find(isServer);
  const [best] = designs;
  if (best === undefined) throw nothingReaches(name, notApplicable);
  return { best, designs, ...(trustedServer === undefined ? {} : { trustedServer }), notApplicable };
}

/** The first sentence of an error. */
function reasonOf(randomizer: DesignedRandomizerName, { message }: DpError): string {
  const [first] = message.split(/ \(|; /);
  return first!.startsWith(randomizer) ? first! : `${randomizer}: ${first}`;
}

function nothingReaches(name: string, notApplicable: readonly RandomizerNotApplicable[]): DpError {
  const reasons = notApplicable.map(({ reason }) => reason).join("; ");
  const message = `${name}: no randomizer reaches the target with a proven figure (${reasons}); take more users, a larger delta, another target or, where traffic is limited, wider limits`;
  return new DpError("NOT_APPLICABLE", message, { parameter: "options", value: notApplicable });
}

function checkSetting(name: string, options: DesignOptions): Setting {
  const users = checkNumber(`${name}: users`, options.users, DOMAIN.count);
  const range = { min: 1, max: users, integer: true, advice: "at most all users can be drawn" };
  return {
    users,
    sampled: checkNumber(`${name}: sampled`, options.sampled ?? users, range),
    rounds: checkNumber(`${name}: rounds`, options.rounds ?? 1, { ...DOMAIN.rounds, min: 1 }),
  };
}

function checkAdjacency(name: string, adjacency: Adjacency): Adjacency {
  checkOneOf(`${name}: adjacency`, adjacency, ADJACENCIES);
  if (adjacency !== "add-or-remove") return adjacency;
  const allowed = "replace-one or zero-out";
  const message = `${name}: adjacency must be ${allowed}, got ${adjacency}: the number of shuffled reports is public`;
  throw new DpError("NOT_APPLICABLE", message, { parameter: "adjacency", value: adjacency, allowed });
}

function checkTarget(name: string, { targetEpsilon, targetError }: DesignOptions): DesignTarget {
  if ((targetEpsilon === undefined) === (targetError === undefined)) {
    const allowed = "exactly one of targetEpsilon and targetError";
    throw new DpError("BAD_INPUT", `${name}: options must have ${allowed}`, {
      parameter: "targetEpsilon",
      value: targetEpsilon,
      allowed,
    });
  }
  return targetEpsilon === undefined
    ? { targetError: checkNumber(`${name}: targetError`, targetError, RANGES.positive) }
    : {
        targetEpsilon: checkNumber(`${name}: targetEpsilon`, targetEpsilon, {
          ...DOMAIN.epsilon,
          orZero: false,
        }),
      };
}

function familiesOf(
  name: string,
  task: DesignTask,
  { setting, adjacency, limits }: DesignQuestion,
): Family[] {
  const path = `${name}: task`;
  checkOneOf(`${path}.kind`, checkOptions(name, task, "task").kind, ["frequencies", "mean", "vector"]);
  if (task.kind === "frequencies") {
    const range = { min: 2, max: 2 ** 20, integer: true };
    return frequencyFamilies(checkNumber(`${path}.categories`, task.categories, range), setting, adjacency);
  }
  if (task.kind === "mean") {
    const lower = checkNumber(`${path}.lower`, task.lower, NUMBERS);
    checkNumber(`${path}.upper`, task.upper, { ...NUMBERS, min: lower, minIncluded: false });
    const width = checkNumber(`${path}.upper - lower`, task.upper - lower, WIDTHS);
    return meanFamilies(width / 2, setting, adjacency);
  }
  const dimension = checkNumber(`${path}.dimension`, task.dimension, { min: 1, max: 2 ** 24, integer: true });
  const norm = checkOneOf(`${path}.norm`, task.norm, ["l1", "l2", "linf"]);
  const bound = checkNumber(`${path}.bound`, task.bound, VECTOR_BOUND);
  return vectorFamilies({ dimension, norm, bound }, setting, { adjacency, limits });
}
