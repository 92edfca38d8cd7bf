import { stemmer } from "stemmer";
import { checkTexts } from "./_internal/check-texts.js";
import { tokens13a } from "./_internal/tokens-13a.js";

/** The weight of recall, and the penalty's weight and power: of METEOR 2005, and of NLTK. */
const ALPHA = 0.9;
const GAMMA = 0.5;
const BETA = 3;

/** Pairs of places, in the candidate and in the reference. */
type Match = readonly [number, number];

/**
 * METEOR with its first two stages alone: words match that are equal, then those with one stem (Porter's).
 * Without the third, WordNet's synonyms, figures are lower than those of programs that have it; they can be
 * compared with each other.
 *
 * Of a candidate with m matched of its words, in c runs that are in order in both texts: P = m / its words, R
 * = m / the reference's words, score = P R / (0.9 P + 0.1 R) (1 - 0.5 (c / m)^3). Of several references the
 * best counts; the result is the candidates' mean. Words are matched from the end, as in NLTK. Tokens are
 * those of {@link bleu}, without regard to case.
 *
 * @param candidates a text for each input
 * @param references at least one text for each
 * @returns a number in [0, 1]
 * @throws DpError BAD_INPUT there are no candidates, not as many as references, one has no reference, or one
 *   is no text
 * @example meteor(["the cats sat"], [["the cat sat"]]); // 0.9814814814814815
 * @see Banerjee and Lavie, "METEOR: An Automatic Metric for MT Evaluation with Improved Correlation with
 *   Human Judgments", ACL workshop 2005
 */
export function meteor(candidates: readonly string[], references: readonly (readonly string[])[]): number {
  checkTexts("meteor", candidates, references);
  const scores = candidates.map((candidate, i) => {
    const words = wordsOf(candidate);
    return Math.max(...references[i]!.map((reference) => scoreOf(words, wordsOf(reference))));
  });
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

function wordsOf(text: string): string[] {
  return tokens13a(text).map((token) => token.toLowerCase());
}

function scoreOf(candidate: readonly string[], reference: readonly string[]): number {
  const exact = matchesOf(candidate, reference, []);
  const matches = matchesOf(candidate.map(stemmer), reference.map(stemmer), exact);
  if (matches.length === 0) return 0;
  const precision = matches.length / candidate.length;
  const recall = matches.length / reference.length;
  const mean = (precision * recall) / (ALPHA * precision + (1 - ALPHA) * recall);
  return mean * (1 - GAMMA * (runsOf(matches) / matches.length) ** BETA);
}

/** Matches each word that has none yet with the last equal one that has none yet, from the end. */
function matchesOf(
  candidate: readonly string[],
  reference: readonly string[],
  before: readonly Match[],
): Match[] {
  const used = new Set(before.map(([, there]) => there));
  const matched = new Set(before.map(([here]) => here));
  const matches = [...before];
  for (let here = candidate.length - 1; here >= 0; here--) {
    if (matched.has(here)) continue;
    const there = reference.findLastIndex((word, place) => word === candidate[here] && !used.has(place));
    if (there < 0) continue;
    used.add(there);
    matches.push([here, there]);
  }
  return matches;
}

/** How many runs of neighbours in both texts the matches make. */
function runsOf(matches: readonly Match[]): number {
  const sorted = [...matches].sort(([a], [b]) => a - b);
  const isNext = ([here, there]: Match, i: number): boolean =>
    i > 0 && here === sorted[i - 1]![0] + 1 && there === sorted[i - 1]![1] + 1;
  return sorted.filter((match, i) => !isNext(match, i)).length;
}
