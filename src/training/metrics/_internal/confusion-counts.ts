/** How often a class was predicted or not, where it was true or not. */
export interface ConfusionCounts {
  readonly truePositives: number;
  readonly falsePositives: number;
  readonly falseNegatives: number;
  readonly trueNegatives: number;
}

/** Counts one class against all others. */
export function confusionCounts(
  predicted: ArrayLike<number>,
  actual: ArrayLike<number>,
  positive: number,
): ConfusionCounts {
  let truePositives = 0;
  let falsePositives = 0;
  let falseNegatives = 0;
  for (let i = 0; i < actual.length; i++) {
    const isPredicted = predicted[i] === positive;
    const isActual = actual[i] === positive;
    if (isPredicted && isActual) truePositives += 1;
    else if (isPredicted) falsePositives += 1;
    else if (isActual) falseNegatives += 1;
  }
  const trueNegatives = actual.length - truePositives - falsePositives - falseNegatives;
  return { truePositives, falsePositives, falseNegatives, trueNegatives };
}
