/**
 * Two records of a user whose answers come in one message, over the blanket of all records: the product of
 * the answers' blankets. The worst two differ in every answer.
 *
 * @see docs/theorems/several-answers.md
 */

import { ROUNDING, roundedDown } from "../../../../numerics/rounding.js";
import { type AnswerCell, jointCells, mostJointCells, type RepeatedCells } from "../../../rounds/answers/answer-cells.js";
import type { AnswerPart } from "../../../rounds/answers/answer-parts.js";
import { responseShape } from "../../../rounds/response-shape.js";
import type { AnswersReport } from "../../../rounds/round.js";
import { MAX_CATEGORIES } from "../../shuffle-ranges.js";
import { type BlanketPair, blanketPair, type Column } from "./blanket-pairs.js";

/**
 * The most different ratios that are looked at: with more, answers of nearly equal epsilons count as alike.
 * Valid at any number.
 */
const MAX_CELLS = 2 ** 14;
/** More than the masses that leave the doubles, which count as revealed. */
const LOST_MASS = 2 ** -900;

/** The pair of a number of shuffled messages. */
export function answersPair({ parts, presence }: AnswersReport, users: number): BlanketPair {
  const cells = jointCells(withCells(withFewerKinds(parts)));
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

/** Reports in one record's set alone, the other's, both and neither; the first mass is the blanket's. */
function cellsOf(of: AnswerPart["of"]): readonly AnswerCell[] {
  const { localEpsilon, categories, ownShare } = responseShape(of, MAX_CATEGORIES);
  const rest = Math.exp(-localEpsilon);
  const high = 1 / (1 - rest + categories * rest);
  const low = high * rest;
  const cell = (share: number, ...powers: AnswerCell["powers"]): AnswerCell => ({
    powers,
    masses: [
      share * low,
      share * (powers[0] === 1 ? high : low),
      share * (powers[1] === 1 ? high : low),
    ],
  });
  return [
    cell(ownShare, 1, 0),
    cell(ownShare, 0, 1),
    cell(1 - ownShare, 1, 1),
    cell(categories - 1 - ownShare, 0, 0),
  ].filter(({ masses }) => masses[0] > 0);
}

/** Of answers of nearly equal epsilons binary responses of the largest one, which spend no less. */
function withFewerKinds(parts: readonly AnswerPart[]): readonly AnswerPart[] {
  let kinds = [...parts].sort((a, b) => a.of.epsilon - b.of.epsilon);
  while (kinds.length > 1 && mostJointCells(withCells(kinds)) > MAX_CELLS) {
    const gaps = kinds.slice(1).map(({ of }, i) => of.epsilon - kinds[i]!.of.epsilon);
    const nearest = gaps.indexOf(Math.min(...gaps));
    const [low, high] = [kinds[nearest]!, kinds[nearest + 1]!];
    const joined: AnswerPart = {
      of: { kind: "local", epsilon: high.of.epsilon },
      times: low.times + high.times,
    };
    kinds = [...kinds.slice(0, nearest), joined, ...kinds.slice(nearest + 2)];
  }
  return kinds;
}

function withCells(parts: readonly AnswerPart[]): readonly RepeatedCells[] {
  return parts.map(({ of, times }) => ({ cells: cellsOf(of), times }));
}
