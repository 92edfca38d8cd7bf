/** Random events that are small enough to be told apart in some thousand plays. */
import type { Adjacency, MechanismEvent, MechanismKind } from "../../src/privacy/index.js";
import { EVENT_KINDS } from "../../src/privacy/kinds/registry.js";
import { sampleInteger, sampleUniform, seededSource } from "../../src/random/index.js";

/** An event between neighbours, among others who hold what is given, or what gameOf takes. */
export interface AuditedEvent {
  readonly event: MechanismEvent;
  readonly adjacency: Adjacency;
  readonly delta: number;
  readonly cohort?: readonly number[];
}

/** What random events are made of. */
class Draw {
  readonly #source;

  constructor(seed: number) {
    this.#source = seededSource(seed);
  }

  between(low: number, high: number): number {
    return low + (high - low) * sampleUniform(this.#source);
  }

  integer(low: number, high: number): number {
    return low + sampleInteger(this.#source, high - low + 1);
  }

  of<Item>(items: readonly Item[]): Item {
    return items[sampleInteger(this.#source, items.length)]!;
  }
}

const REPORTS = [
  "gaussian",
  "local",
  "randomizedResponse",
  "subsetResponse",
  "discreteChannel",
  "laplaceScalar",
  "gaussianScalar",
  "answers",
] as const satisfies readonly MechanismKind[];

function report(draw: Draw, kind: (typeof REPORTS)[number]): MechanismEvent {
  const epsilon = draw.between(0.6, 2.5);
  switch (kind) {
    case "gaussian":
      return draw.of([true, false])
        ? { kind, noiseToClip: draw.between(0.8, 2) }
        : { kind, noiseMultiplier: draw.between(0.6, 1.2) };
    case "local":
      return { kind, epsilon, delta: draw.of([0, draw.between(0, 0.003)]) };
    case "randomizedResponse":
      return { kind, epsilon, categories: draw.integer(2, 6) };
    case "subsetResponse": {
      const mass = draw.between(0.05, 0.9);
      return { kind, epsilon, mass, overlap: mass * draw.between(0, 0.8) };
    }
    case "discreteChannel":
      return { kind, matrix: matrix(draw) };
    case "laplaceScalar":
      return { kind, noiseToWidth: draw.between(0.4, 1.5) };
    case "gaussianScalar":
      return { kind, noiseToWidth: draw.between(0.5, 1.2) };
    case "answers": {
      const response = { kind: "randomizedResponse", epsilon: epsilon / 2, categories: draw.integer(2, 4) };
      const sets = { kind: "subsetResponse", epsilon: draw.between(0.3, 1), mass: draw.between(0.1, 0.7) };
      return { kind, of: [response, sets, response].slice(0, draw.integer(1, 3)) as MechanismEvent[] };
    }
  }
}

function matrix(draw: Draw): number[][] {
  const [inputs, outputs] = [draw.integer(2, 4), draw.integer(2, 5)];
  return Array.from({ length: inputs }, () => {
    const row = Array.from({ length: outputs }, () => draw.between(0.05, 1));
    const sum = row.reduce((total, each) => total + each, 0);
    return row.map((each) => each / sum);
  });
}

/** Records of others that the report knows. */
function cohortOf(draw: Draw, event: MechanismEvent): readonly number[] {
  const record = (): number => {
    switch (event.kind) {
      case "gaussian":
        return draw.between(-1, 1);
      case "laplaceScalar":
      case "gaussianScalar":
        return draw.between(0, 1);
      case "randomizedResponse":
        return draw.integer(0, event.categories - 1);
      case "discreteChannel":
        return draw.integer(0, event.matrix.length - 1);
      default:
        return draw.integer(0, 2);
    }
  };
  return Array.from({ length: draw.integer(1, 3) }, record);
}

const SHUFFLES = ["shuffle", "subsampledShuffle", "checkInShuffle"] as const;

function shuffle(draw: Draw, kind: (typeof SHUFFLES)[number], of: MechanismEvent): MechanismEvent {
  const users = draw.integer(2, 6);
  switch (kind) {
    case "shuffle":
      return { kind, users, of };
    case "subsampledShuffle":
      return { kind, users, sampled: draw.integer(Math.ceil(users / 2), users), of };
    case "checkInShuffle":
      return { kind, users, checkInRate: draw.between(0.4, 1), of };
  }
}

/**
 * An event of a kind, the report that its others' records are of, and whether the number of records may
 * differ.
 */
function ofKind(
  draw: Draw,
  kind: MechanismKind,
  index: number,
): { event: MechanismEvent; shuffled?: MechanismEvent; isCentral: boolean } {
  const turn = index + Object.keys(EVENT_KINDS).indexOf(kind);
  const of = report(draw, REPORTS[turn % REPORTS.length]!);
  const gaussian = report(draw, "gaussian");
  const isCentral = of.kind === "gaussian";
  switch (kind) {
    case "shuffle":
    case "subsampledShuffle":
    case "checkInShuffle":
      return { event: shuffle(draw, kind, of), shuffled: of, isCentral: false };
    case "poissonSample":
      return { event: { kind, rate: draw.between(0.3, 1), of: gaussian }, isCentral: true };
    case "randomAllocation":
      return { event: { kind, steps: draw.integer(1, 6), of }, isCentral };
    case "weightShuffle":
      return { event: { kind, dimension: draw.integer(2, 99), batchClipRatio: 1, of }, isCentral };
    case "repeat": {
      const inner = shuffle(draw, draw.of(SHUFFLES), of);
      return { event: { kind, times: draw.integer(1, 4), of: inner }, shuffled: of, isCentral: false };
    }
    case "sequence":
      return { event: { kind, of: [shuffle(draw, "shuffle", of), of] }, shuffled: of, isCentral: false };
    case "dummyCounts": {
      const total = draw.of(["random", "constant"] as const);
      const categories = total === "constant" ? 2 : draw.integer(2, 5);
      const numbers = { laplaceScale: draw.between(1, 4), centre: draw.integer(0, 12), total };
      const own = draw.of([{}, { epsilon: draw.between(0.6, 2.5) }]);
      return { event: { kind, categories, ...numbers, ...own }, isCentral: false };
    }
    default:
      return { event: report(draw, kind), isCentral: kind === "gaussian" };
  }
}

/** The `index`-th random event of a kind; where reports are inside, 8 in turn hold reports of all kinds. */
export function auditedEvent(kind: MechanismKind, index: number): AuditedEvent {
  const draw = new Draw(1000 * Object.keys(EVENT_KINDS).indexOf(kind) + index);
  const { event, shuffled, isCentral } = ofKind(draw, kind, index);
  const adjacency = draw.of<Adjacency>([
    "replace-one",
    "zero-out",
    ...(isCentral ? (["add-or-remove"] as const) : []),
  ]);
  const asked = { event, adjacency, delta: draw.between(0.003, 0.03) };
  return shuffled === undefined || draw.of([true, false])
    ? asked
    : { ...asked, cohort: cohortOf(draw, shuffled) };
}
