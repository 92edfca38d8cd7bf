import {
  type FrequencyRandomizer,
  hadamardResponse,
  karyRandomizedResponse,
  localHashing,
  subsetSelection,
  unaryEncoding,
} from "../../../mechanisms/index.js";
import type { Adjacency } from "../../../privacy/index.js";
import type { DesignParameters } from "../../designed-randomizer.js";
import { type Family, type FamilyMember, type Setting, shuffledRound } from "./family.js";
import { gaussianFamily, trustedServerFamily } from "./noise-families.js";
import { type SpreadLaw, twoLevelSpread, UNARY_SPREAD } from "./shape-proxy.js";

/** Different reports of local hashing that are still counted. */
const MAX_REPORTS = 2 ** 25;

/** What a family needs of a randomizer of categories. */
type Countable = Pick<FrequencyRandomizer<unknown>, "describe" | "countVariance">;

/** Set sizes and hash ranges to choose from, where there are many. */
const MAX_SIZES = 200;
const HASH_RANGES = [
  2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 37, 47, 61, 79, 101, 127, 163, 211, 269, 347, 449, 577, 743, 967,
];

/**
 * Randomizers whose reports say how many users hold each of the categories; the error is a share's, root mean
 * square over the categories.
 */
export function frequencyFamilies(categories: number, setting: Setting, adjacency: Adjacency): Family[] {
  const memberOf = (randomizer: Countable, parameters: DesignParameters): FamilyMember => ({
    parameters,
    round: shuffledRound(setting, randomizer.describe()),
    standardError: shareError(randomizer, categories, setting.sampled),
  });
  const fixed = (
    randomizer: Family["randomizer"],
    create: (options: { localEpsilon: number; categories: number }) => Countable,
    spread: SpreadLaw,
  ): Family => ({
    randomizer,
    parameter: "localEpsilon",
    shapes: [0],
    ...spread,
    member: (localEpsilon) => memberOf(create({ localEpsilon, categories }), { localEpsilon }),
  });
  // One record moves a one-hot vector, taken from its middle, by √2, and the middle is √(1 - 1/k) away.
  const clip = Math.sqrt(1 - 1 / categories);
  const oneHot = { dimension: categories - 1, errorEntries: 1, clip, setting };
  return [
    fixed(
      "randomizedResponse",
      karyRandomizedResponse,
      twoLevelSpread(() => ({ mass: 1 / categories, overlap: 0 })),
    ),
    // With sets of one category it is randomized response.
    ...(categories > 3 ? [subsetFamily(categories, memberOf)] : []),
    ...(categories > 2 ? [hashingFamily(categories, memberOf)] : []),
    fixed(
      "hadamardResponse",
      hadamardResponse,
      twoLevelSpread(() => ({ mass: 1 / 2, overlap: 1 / 4 })),
    ),
    fixed("unaryEncoding", unaryEncoding, UNARY_SPREAD),
    gaussianFamily({ ...oneHot, adjacency }),
    trustedServerFamily({ ...oneHot, adjacency, diameter: Math.SQRT2 }),
  ];
}

type MemberOf = (randomizer: Countable, parameters: DesignParameters) => FamilyMember;

function subsetFamily(categories: number, memberOf: MemberOf): Family {
  return {
    randomizer: "subsetSelection",
    parameter: "localEpsilon",
    shapes: sizesUpTo(Math.floor(categories / 2)),
    ...twoLevelSpread((size) => ({
      mass: size / categories,
      overlap: (size * (size - 1)) / (categories * (categories - 1)),
    })),
    member: (localEpsilon, subsetSize) =>
      memberOf(subsetSelection({ localEpsilon, categories, subsetSize }), { localEpsilon, subsetSize }),
  };
}

function hashingFamily(categories: number, memberOf: MemberOf): Family {
  return {
    randomizer: "localHashing",
    parameter: "localEpsilon",
    shapes: HASH_RANGES.filter(
      (range) => range ** (1 + Math.ceil(Math.log(categories) / Math.log(range))) <= MAX_REPORTS,
    ),
    ...twoLevelSpread((range) => ({ mass: 1 / range, overlap: 1 / range ** 2 })),
    member: (localEpsilon, hashRange) =>
      memberOf(localHashing({ localEpsilon, categories, hashRange }), { localEpsilon, hashRange }),
  };
}

/** Sizes from 2: each, or some in proportion where they are many. */
function sizesUpTo(largest: number): number[] {
  const count = Math.min(largest - 1, MAX_SIZES);
  const sizes = Array.from({ length: count }, (_, index) =>
    largest <= MAX_SIZES ? index + 2 : Math.round(2 * (largest / 2) ** (index / (count - 1))),
  );
  return [...new Set(sizes)];
}

/**
 * √ of the mean over the categories of a share's variance; of all categories together it does not depend on
 * the users' values.
 */
function shareError(randomizer: Countable, categories: number, reports: number): number {
  const ofHolder = randomizer.countVariance(1, 1);
  const ofOther = randomizer.countVariance(1, 0);
  return Math.sqrt((ofHolder + (categories - 1) * ofOther) / categories / reports);
}
