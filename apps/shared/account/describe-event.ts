import { formatDown, formatNumber, formatUp } from "../../../src/privacy/format-number.js";
import type { BlocksAndDummies, MechanismEvent } from "../../../src/privacy/index.js";
import { groupDigits } from "../words/group-digits.js";

/**
 * An event in one line of words. Numbers are rounded to the side where more is spent never less than by the
 * event itself: noise up, rates and local epsilons down, so that a figure that holds of the event holds of
 * its words.
 */
export function describeEvent(event: MechanismEvent): string {
  switch (event.kind) {
    case "gaussian":
      return event.noiseToClip === undefined
        ? `Gaussian noise multiplier ${formatUp(event.noiseMultiplier)}`
        : `Gaussian noise ${formatUp(event.noiseToClip)} C`;
    case "local":
      return `local epsilon ${formatDown(event.epsilon)}${event.delta ? `, delta ${formatDown(event.delta)}` : ""}`;
    case "randomizedResponse":
      return `randomized response of ${groupDigits(event.categories)} categories, epsilon ${formatDown(event.epsilon)}`;
    case "subsetResponse": {
      const overlap = event.overlap ? ` with overlaps of ${formatUp(event.overlap)}` : "";
      return `subset response of mass ${formatDown(event.mass)}${overlap}, epsilon ${formatDown(event.epsilon)}`;
    }
    case "discreteChannel":
      return `channel of ${groupDigits(event.matrix.length)} inputs and ${groupDigits(event.matrix[0]!.length)} reports`;
    case "laplaceScalar":
      return `Laplace noise of ${formatUp(event.noiseToWidth)} widths of a number's interval`;
    case "gaussianScalar":
      return `Gaussian noise of ${formatUp(event.noiseToWidth)} widths of a number's interval`;
    case "shuffle":
      return `shuffle of ${usersOf(event.users)}${blocksAndDummiesOf(event)}, ${describeEvent(event.of)}`;
    case "subsampledShuffle":
      return `shuffle of ${groupDigits(event.sampled)} out of ${usersOf(event.users)}${blocksAndDummiesOf(event)}, ${describeEvent(event.of)}`;
    case "checkInShuffle": {
      const absentees = event.absentees === "dummy" ? " or else send a dummy" : "";
      return `shuffle of ${usersOf(event.users)} who check in at rate ${formatDown(event.checkInRate)}${absentees}${blocksAndDummiesOf(event)}, ${describeEvent(event.of)}`;
    }
    case "poissonSample":
      return `Poisson sample at rate ${formatDown(event.rate)}, ${describeEvent(event.of)}`;
    case "randomAllocation":
      return `random allocation to ${groupDigits(event.steps)} batches, ${describeEvent(event.of)}`;
    case "weightShuffle":
      return `weights shuffled (dimension ${groupDigits(event.dimension)}, batch clip ratio ${formatNumber(event.batchClipRatio)}) after ${describeEvent(event.of)}`;
    case "repeat":
      return `${groupDigits(event.times)} x ${grouped(event.of)}`;
    case "sequence":
      return event.of.map(grouped).join("; then ") || "nothing";
  }
}

function grouped(event: MechanismEvent): string {
  const words = describeEvent(event);
  return event.kind === "sequence" ? `(${words})` : words;
}

/** What a shuffle has besides whole reports; nothing where it has nothing. */
function blocksAndDummiesOf(event: BlocksAndDummies): string {
  const { blocks = 1, joins = "once", dummies = 0, dummiesBy = "shuffler" } = event;
  const cut = blocks === 1 ? "" : `, cut into ${groupDigits(blocks)} blocks`;
  const coins = joins === "per-block" ? " with coins of their own" : "";
  const each = blocks === 1 ? "" : " a block";
  const from = dummiesBy === "users" ? " from users" : "";
  const noun = dummies === 1 ? "dummy" : "dummies";
  const hidden = dummies === 0 ? "" : `, with ${groupDigits(dummies)} ${noun}${from}${each}`;
  return `${cut}${cut && coins}${hidden}`;
}

function usersOf(count: number): string {
  return `${groupDigits(count)} ${count === 1 ? "user" : "users"}`;
}
