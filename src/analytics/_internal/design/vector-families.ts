import { l1Randomizer, linfRandomizer, type Norm, privUnitRandomizer } from "../../../mechanisms/index.js";
import type { Adjacency } from "../../../privacy/index.js";
import type { VectorTraffic } from "../../designed-randomizer.js";
import { type Family, type Setting, shuffledRound, type TrafficLimits } from "./family.js";
import { hiddenVectorFamilies, vectorTraffic } from "./hidden-vector-families.js";
import { gaussianFamily, trustedServerFamily } from "./noise-families.js";
import { twoLevelSpread } from "./shape-proxy.js";

/** Caps to choose from: their shares of the sphere, from the half down. */
const CAP_MASSES = Array.from({ length: 48 }, (_, index) => 0.5 * 0.87 ** index);

/** A ball of vectors, in one norm. */
export interface VectorBall {
  readonly dimension: number;
  readonly norm: Norm;
  readonly bound: number;
}

/**
 * Randomizers of vectors in a ball; the error is the l2 length of the mean's error, root mean square, for the
 * values at which it is largest.
 */
export function vectorFamilies(
  ball: VectorBall,
  setting: Setting,
  { adjacency, limits }: { readonly adjacency: Adjacency; readonly limits: TrafficLimits },
): Family[] {
  const { dimension } = ball;
  const radius = boundIn("l2", ball);
  const l2Ball = { dimension, errorEntries: dimension, clip: radius, setting };
  const oneSign = (randomizer: "l1Randomizer" | "linfRandomizer", norm: Norm): Family => ({
    randomizer,
    parameter: "localEpsilon",
    shapes: [0],
    ...twoLevelSpread(() => ({ mass: 1 / 2, overlap: 0 })),
    member(localEpsilon) {
      const bound = boundIn(norm, ball);
      const create = randomizer === "l1Randomizer" ? l1Randomizer : linfRandomizer;
      const created = create({ localEpsilon, dimension, bound });
      return {
        parameters: { localEpsilon, bound },
        round: shuffledRound(setting, created.describe()),
        standardError: Math.sqrt(created.worstVariance / setting.sampled),
        traffic: trafficOf(created),
      };
    },
  });
  return [
    ...(dimension >= 2 ? [capFamily(dimension, radius, setting)] : []),
    oneSign("l1Randomizer", "l1"),
    oneSign("linfRandomizer", "linf"),
    withTraffic(
      gaussianFamily({ ...l2Ball, adjacency }),
      vectorTraffic(dimension, { blocks: 1, dummies: 0 }),
    ),
    ...hiddenVectorFamilies({ dimension, clip: radius, setting, adjacency, limits }),
    trustedServerFamily({ ...l2Ball, adjacency }),
  ];
}

function withTraffic(family: Family, traffic: VectorTraffic): Family {
  return { ...family, member: (value, shape) => ({ ...family.member(value, shape), traffic }) };
}

function trafficOf({ bitsPerReport }: { readonly bitsPerReport: number }): VectorTraffic {
  return { reportsPerUser: 1, bytesPerUser: Math.ceil(bitsPerReport / 8), dummies: 0 };
}

/** The radius in a norm of the least ball in it that holds a ball in another one. */
function boundIn(norm: Norm, { norm: given, dimension, bound }: VectorBall): number {
  const order: Readonly<Record<Norm, number>> = { l1: 1, l2: 0.5, linf: 0 };
  return bound * dimension ** Math.max(0, order[norm] - order[given]);
}

function capFamily(dimension: number, bound: number, setting: Setting): Family {
  return {
    randomizer: "privUnitRandomizer",
    parameter: "localEpsilon",
    shapes: CAP_MASSES,
    ...twoLevelSpread((mass) => ({ mass, overlap: 0 })),
    member(localEpsilon, capMass) {
      const randomizer = privUnitRandomizer({ localEpsilon, dimension, bound, capMass });
      return {
        parameters: { localEpsilon, capMass: randomizer.cap.mass, bound },
        round: shuffledRound(setting, randomizer.describe()),
        standardError: Math.sqrt(randomizer.worstVariance / setting.sampled),
        traffic: trafficOf(randomizer),
      };
    },
  };
}
