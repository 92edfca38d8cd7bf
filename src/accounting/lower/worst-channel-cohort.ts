/**
 * The laws of the reports of a cohort: of the changed record, of its replacement and of what all others hold.
 */
export interface ChannelCohort {
  readonly record: Float64Array;
  readonly replacement: Float64Array;
  readonly others: Float64Array;
}

/**
 * What an impossible report is taken for: it stands out of every cohort. Valid at any value, as it chooses a
 * cohort or a score: twice or half as much moves a lower end by less than 2e-6 of itself.
 */
export const MIN_MASS = 1e-12;

/**
 * The inputs of largest sum (P - Q)^2 / R, which decides where many reports hide one: P, Q and R the laws of
 * record, replacement and others. Undefined where all rows are one law.
 *
 * @param candidates laws that the others' reports may have, or the replacement's; default all rows
 */
export function worstChannelCohort(
  matrix: readonly (readonly number[])[],
  candidates?: readonly Float64Array[] | "replacement",
): ChannelCohort | undefined {
  const rows = matrix.map((row) => {
    const sum = row.reduce((total, each) => total + each, 0);
    return Float64Array.from(row, (each) => each / sum);
  });
  let [worst, largest]: [ChannelCohort | undefined, number] = [undefined, 1e-40];
  for (const record of rows) {
    for (const replacement of rows) {
      for (const others of candidates === "replacement" ? [replacement] : (candidates ?? rows)) {
        const spread = spreadOf(record, replacement, others);
        if (spread > largest) [worst, largest] = [{ record, replacement, others }, spread];
      }
    }
  }
  return worst;
}

function spreadOf(record: Float64Array, replacement: Float64Array, others: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < others.length; i++) {
    sum += (record[i]! - replacement[i]!) ** 2 / Math.max(others[i]!, MIN_MASS);
  }
  return sum;
}

/** Of each report the difference of the changed user's likelihoods over the others'. */
export function channelRatios({ record, replacement, others }: ChannelCohort): Float64Array {
  return others.map((mass, i) => (record[i]! - replacement[i]!) / Math.max(mass, MIN_MASS));
}
