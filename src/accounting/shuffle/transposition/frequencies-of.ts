import type { CircleLaw } from "./circle-law.js";

/** Frequencies of one copy. */
export interface Frequencies {
  readonly spectrum: Float64Array;
  /** An upper bound of the l2 norm of the errors. */
  readonly error: number;
}

/** Frequencies from the first to before the last. */
export interface FrequencyRange {
  readonly first: number;
  readonly end: number;
}

/**
 * Some frequencies of a law on a circle, term by term: sum_k p_k e^(-2 pi i j k / length) for the j in rising
 * ranges, zero between them.
 */
export function frequenciesOf(law: CircleLaw, ranges: readonly FrequencyRange[]): Frequencies {
  const spectrum = new Float64Array(2 * ranges.at(-1)!.end);
  for (const range of ranges) putFrequencies(spectrum, law, range);
  let total = 0;
  for (let i = 0; i < law.mass.length; i++) total += law.mass[i]!;
  const [turns, count] = [
    Math.max(...ranges.map(({ first, end }) => end - first)),
    ranges.reduce((sum, { first, end }) => sum + end - first, 0),
  ];
  // A turn is off by less than 8 epsilon, those before and that of its angle, up to 2 pi, included; and the
  // sums round.
  const each = (law.mass.length + 8 * (turns + 1)) * Number.EPSILON * total;
  return { spectrum, error: each * Math.sqrt(2 * count) };
}

/**
 * Three frequencies at a time: each term of the middle one, turned by the angle of its place back and forth,
 * of which the products are the same, and on to the next three.
 */
function putFrequencies(spectrum: Float64Array, law: CircleLaw, { first, end }: FrequencyRange): void {
  const [re, im] = turnedBy(law, first + 1, law.mass);
  const [cos, sin] = turnedBy(law, 1);
  const [cosOfThree, sinOfThree] = turnedBy(law, 3);
  const put = (j: number, sumRe: number, sumIm: number): void => {
    if (j >= end) return;
    spectrum[2 * j] = sumRe;
    spectrum[2 * j + 1] = sumIm;
  };
  for (let j = first; j < end; j += 3) {
    let sumRe = 0;
    let sumIm = 0;
    let reCos = 0;
    let reSin = 0;
    let imCos = 0;
    let imSin = 0;
    for (let i = 0; i < re.length; i++) {
      const termRe = re[i]!;
      const termIm = im[i]!;
      sumRe += termRe;
      sumIm += termIm;
      reCos += termRe * cos[i]!;
      reSin += termRe * sin[i]!;
      imCos += termIm * cos[i]!;
      imSin += termIm * sin[i]!;
      re[i] = termRe * cosOfThree[i]! - termIm * sinOfThree[i]!;
      im[i] = termIm * cosOfThree[i]! + termRe * sinOfThree[i]!;
    }
    put(j, reCos + imSin, imCos - reSin);
    put(j + 1, sumRe, sumIm);
    put(j + 2, reCos - imSin, imCos + reSin);
  }
}

/** e^(-2 pi i place times / length) of every place, times its factor. */
function turnedBy(
  { places, length }: CircleLaw,
  times: number,
  factors?: Float64Array,
): readonly [re: Float64Array, im: Float64Array] {
  const re = new Float64Array(places.length);
  const im = new Float64Array(places.length);
  for (let i = 0; i < places.length; i++) {
    const angle = angleOf(places[i]!, times, length);
    const factor = factors === undefined ? 1 : factors[i]!;
    re[i] = factor * Math.cos(angle);
    im[i] = -factor * Math.sin(angle);
  }
  return [re, im];
}

/**
 * 2 pi times place / length, without whole turns: the length divides 2^32, so that the product's lower bits
 * are right.
 */
function angleOf(place: number, times: number, length: number): number {
  return (2 * Math.PI * (Math.imul(times, place) & (length - 1))) / length;
}
