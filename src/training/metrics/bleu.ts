import { checkTexts } from "./_internal/check-texts.js";
import { tokens13a } from "./_internal/tokens-13a.js";

/** The longest runs of tokens that are compared. */
const MAX_ORDER = 4;

/** What a score is made of. */
export interface BleuScore {
  /** In [0, 1]; often given times 100. */
  readonly score: number;
  /** Of runs of one to four tokens; NaN-free: 0 where there are none. */
  readonly precisions: readonly number[];
  /** In [0, 1]: 1 where the candidates are longer than the references. */
  readonly brevityPenalty: number;
}

/**
 * BLEU of a whole corpus, as the E2E challenge computes it: tokens of mteval-v13a without regard to case,
 * runs of up to four, clipped by the reference that has most of each, the reference nearest in length (the
 * shorter of two), no smoothing.
 *
 * score = BP (p1 p2 p3 p4)^(1/4), BP = min(1, exp(1 - r / c)) with the lengths c of all candidates and r of
 * their references. It is 0 where no run of four is right. `sacrebleu -lc --smooth-method none` counts the
 * same.
 *
 * @param candidates a text for each input
 * @param references at least one text for each
 * @returns the score and its parts
 * @throws DpError BAD_INPUT there are no candidates, not as many as references, one has no reference, or one
 *   is no text
 * @example bleu(["the cat sat on the mat"], [["the cat sat on a mat"]]).score; // 0.537284965911771
 * @see Papineni, Roukos, Ward and Zhu, "BLEU: a Method for Automatic Evaluation of Machine Translation", ACL
 *   2002
 */
export function bleu(candidates: readonly string[], references: readonly (readonly string[])[]): BleuScore {
  checkTexts("bleu", candidates, references);
  const right = new Array<number>(MAX_ORDER).fill(0);
  const all = new Array<number>(MAX_ORDER).fill(0);
  let referenceLength = 0;
  for (const [i, candidate] of candidates.entries()) {
    const tokens = tokensOf(candidate);
    const others = references[i]!.map(tokensOf);
    referenceLength += nearestLength(tokens.length, others);
    for (let n = 1; n <= MAX_ORDER; n++) {
      right[n - 1]! += clippedMatches(tokens, others, n);
      all[n - 1]! += Math.max(0, tokens.length - n + 1);
    }
  }
  const precisions = right.map((count, n) => count / Math.max(1, all[n]!));
  const brevityPenalty = all[0] === 0 ? 0 : Math.min(1, Math.exp(1 - referenceLength / all[0]!));
  const mean = Math.exp(precisions.reduce((sum, precision) => sum + Math.log(precision), 0) / MAX_ORDER);
  return { score: brevityPenalty * mean, precisions, brevityPenalty };
}

function tokensOf(text: string): string[] {
  return tokens13a(text).map((token) => token.toLowerCase());
}

function nearestLength(length: number, references: readonly (readonly string[])[]): number {
  const lengths = references.map((reference) => reference.length).sort((a, b) => a - b);
  return lengths.reduce((best, each) => (Math.abs(each - length) < Math.abs(best - length) ? each : best));
}

function clippedMatches(
  tokens: readonly string[],
  references: readonly (readonly string[])[],
  n: number,
): number {
  const counts = references.map((reference) => runsOf(reference, n));
  let matches = 0;
  for (const [run, count] of runsOf(tokens, n)) {
    matches += Math.min(count, Math.max(...counts.map((each) => each.get(run) ?? 0)));
  }
  return matches;
}

/** How often each run of `n` tokens occurs; no token has a space. */
function runsOf(tokens: readonly string[], n: number): Map<string, number> {
  const runs = new Map<string, number>();
  for (let i = 0; i + n <= tokens.length; i++) {
    const run = tokens.slice(i, i + n).join(" ");
    runs.set(run, (runs.get(run) ?? 0) + 1);
  }
  return runs;
}
