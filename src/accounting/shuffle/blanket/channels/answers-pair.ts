/**
 * Two records of a user whose answers come in one message, over the blanket of all records: the product of
 * the answers' blankets. The worst two differ in every answer, in sets that meet least.
 *
 * @see docs/theorems/several-answers.md
 */

import { DpError } from "../../../../errors.js";
import { ROUNDING, roundedDown } from "../../../../numerics/rounding.js";
import type { AnswerPart } from "../../../../privacy/answer-parts.js";
import {
  type AnswerCell,
  jointCells,
  mostJointCells,
  type RepeatedCells,
} from "../../../rounds/answers/answer-cells.js";
import { type ResponseShape, responseShape } from "../../../rounds/response-shape.js";
import type { AnswersReport } from "../../../rounds/round.js";
import { MAX_CATEGORIES } from "../../shuffle-ranges.js";
import { type BlanketPair, blanketPair, type Column } from "./blanket-pairs.js";

/**
 * The most different ratios that are looked at: with more, answers of nearly equal epsilons count as alike.
 * Valid at any number: half or twice as many change no epsilon of three kinds of answers.
 */
const MAX_CELLS = 2 ** 14;
/** More than the masses that leave the doubles, which count as revealed. */
const LOST_MASS = 2 ** -900;

/** Answers of one shape, and how many there are. */
interface Kind {
  readonly shape: ResponseShape;
  readonly times: number;
}

/**
 * The pair of a number of shuffled messages.
 *
 * @throws DpError NOT_APPLICABLE too many different answers that cannot count as alike
 */
export function answersPair({ parts, presence }: AnswersReport, users: number): BlanketPair {
  const cells = jointCells(withCells(withFewerKinds(kindsOf(parts))));
  const columns = cells.map(
    ([blanket, before, after]): Column => [
      roundedDown(presence * blanket, ROUNDING.sum),
      presence * before,
      presence * after,
    ],
  );
  const absence = 1 - presence;
  const absent: Column = [roundedDown(absence, ROUNDING.sum), absence, absence];
  return blanketPair([...columns, absent, [0, LOST_MASS, 0]], users);
}

function kindsOf(parts: readonly AnswerPart[]): readonly Kind[] {
  return parts.map(({ of, times }) => ({ shape: responseShape(of, MAX_CATEGORIES), times }));
}

function withCells(kinds: readonly Kind[]): readonly RepeatedCells[] {
  return kinds.map(({ shape, times }) => ({ cells: cellsOf(shape), times }));
}

/** Reports in one record's set alone, the other's, both and neither; the first mass is the blanket's. */
function cellsOf({ localEpsilon, categories, ownShare }: ResponseShape): readonly AnswerCell[] {
  const rest = Math.exp(-localEpsilon);
  const high = 1 / (1 - rest + categories * rest);
  const low = high * rest;
  const cell = (share: number, before: 0 | 1, after: 0 | 1): AnswerCell => ({
    powers: [before, after],
    masses: [share * low, share * (before ? high : low), share * (after ? high : low)],
  });
  return [
    cell(ownShare, 1, 0),
    cell(ownShare, 0, 1),
    cell(1 - ownShare, 1, 1),
    cell(categories - 1 - ownShare, 0, 0),
  ].filter(({ masses }) => masses[0] > 0);
}

/**
 * Of answers of nearly equal epsilons, in sets of at most half of the mass, disjoint sets of the largest mass
 * and epsilon, which hide less.
 */
function withFewerKinds(all: readonly Kind[]): readonly Kind[] {
  let kinds = [...all].sort((a, b) => a.shape.localEpsilon - b.shape.localEpsilon);
  while (mostJointCells(withCells(kinds)) > MAX_CELLS) {
    const halves = kinds.filter(({ shape }) => shape.categories >= 2);
    if (halves.length < 2) throw tooManyKinds(all.length);
    const gaps = halves.slice(1).map(({ shape }, i) => shape.localEpsilon - halves[i]!.shape.localEpsilon);
    const nearest = gaps.indexOf(Math.min(...gaps));
    const [low, high] = [halves[nearest]!, halves[nearest + 1]!];
    kinds = kinds.flatMap((kind) => (kind === low ? joined(low, high) : kind === high ? [] : kind));
  }
  return kinds;
}

function joined(low: Kind, high: Kind): Kind {
  const { localEpsilon } = high.shape;
  const categories = Math.min(low.shape.categories, high.shape.categories);
  return { shape: { localEpsilon, categories, ownShare: 1 }, times: low.times + high.times };
}

function tooManyKinds(kinds: number): DpError {
  const allowed = `answers of few kinds, or in sets of at most half of the mass`;
  const message = `answers: must be ${allowed}, got ${kinds} different ones; split them into several messages`;
  return new DpError("NOT_APPLICABLE", message, { parameter: "event.of", value: kinds, allowed });
}
