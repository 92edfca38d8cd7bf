import type {
  DesignedRandomizer,
  DesignedRandomizerName,
  DesignParameters,
} from "../../../src/analytics/index.js";
import { formatDown, formatNumber, formatUp } from "../../../src/privacy/format-number.js";

const WORDS: Readonly<Record<DesignedRandomizerName, string>> = {
  randomizedResponse: "randomized response",
  subsetSelection: "subset selection",
  localHashing: "local hashing",
  hadamardResponse: "Hadamard response",
  unaryEncoding: "unary encoding",
  privUnitRandomizer: "PrivUnit",
  l1Randomizer: "l1 randomizer",
  linfRandomizer: "l_inf randomizer",
  laplace: "Laplace noise",
  gaussian: "Gaussian noise",
  trustedServer: "trusted server",
};

/** A randomizer's name, for a person. */
export function randomizerWords({
  randomizer,
  parameters,
}: Pick<DesignedRandomizer, "randomizer" | "parameters">): string {
  const { blocks, dummies } = parameters;
  if (blocks !== undefined && dummies !== undefined) return `${WORDS[randomizer]}, blocks and dummies`;
  if (blocks !== undefined) return `${WORDS[randomizer]}, blocks`;
  if (dummies !== undefined) return `${WORDS[randomizer]}, dummies`;
  if (parameters.levels === undefined) return WORDS[randomizer];
  return parameters.levels === 2 ? "binary response" : "k-ary response";
}

/**
 * Parameters that a person sets. Local epsilons are rounded down and noise up, so that a figure holds of
 * these words.
 */
export function parameterWords({
  localEpsilon,
  levels,
  subsetSize,
  hashRange,
  capMass,
  stdDev,
  blocks,
  dummies,
}: DesignParameters): string {
  return [
    ...(localEpsilon === undefined ? [] : [`local epsilon ${formatDown(localEpsilon)}`]),
    ...(levels === undefined || levels === 2 ? [] : [`${levels} levels`]),
    ...(subsetSize === undefined ? [] : [`sets of ${subsetSize}`]),
    ...(hashRange === undefined ? [] : [`hashes to ${hashRange}`]),
    ...(capMass === undefined ? [] : [`cap ${formatNumber(capMass)}`]),
    ...(stdDev === undefined ? [] : [`deviation ${formatUp(stdDev)}`]),
    ...(blocks === undefined ? [] : [`${blocks} blocks`]),
    ...(dummies === undefined
      ? []
      : [`${dummies.toLocaleString("en")} dummies${blocks === undefined ? "" : " a block"}`]),
  ].join(", ");
}
