/**
 * Rounds that no one method covers, added up: (ε₁, δ₁) and (ε₂, δ₂) together are (ε₁ + ε₂, δ₁ + δ₂).
 *
 * @see Dwork and Roth, "The Algorithmic Foundations of Differential Privacy", 2014, Theorem 3.16
 */
import type { DpError } from "../../../errors.js";
import type { Adjacency, Claim, DeltaGuarantee, Guarantee, Method } from "../../../privacy/index.js";
import type { DeltaQuery, EpsilonQuery } from "../../accountant.js";
import { atMost } from "../../claims/brackets.js";
import { composeClaims, withRemark } from "../../claims/compose-claims.js";
import { notApplicable } from "../../claims/not-applicable.js";
import type { Part } from "./part.js";
import { type SharedDelta, smallerDelta } from "./smaller-delta.js";
import { splitDelta } from "./split-delta.js";
import { splitEpsilon } from "./split-epsilon.js";

const SOURCE = "basic composition (Dwork and Roth 2014, Theorem 3.16)";
const DIGITS = 4;

/** @throws DpError NOT_APPLICABLE no split of delta is found at which every part has an epsilon */
export function addedEpsilon(
  method: Method,
  parts: readonly Part[],
  { adjacency, delta }: DeltaQuery,
): Guarantee {
  const sum = splitDelta(parts, delta);
  if (sum === undefined) throw nothingFound(method, parts, (part) => part.epsilonAt(delta));
  const terms = sum.figures.map((each) => `${each.epsilon.upper.toPrecision(DIGITS)} by ${each.method}`);
  return { ...claimOf(method, adjacency, sum.figures, terms), delta, epsilon: atMost(sum.total) };
}

/** @throws DpError NOT_APPLICABLE no split of epsilon is found at which every part has a delta */
export function addedDelta(
  method: Method,
  parts: readonly Part[],
  { adjacency, epsilon }: EpsilonQuery,
): DeltaGuarantee {
  const sum = splitEpsilon(parts, epsilon);
  const shared = smallerDelta(parts, epsilon, sum?.total ?? 1);
  if (shared !== undefined) return deltaOfShares(method, adjacency, epsilon, shared);
  if (sum === undefined) throw nothingFound(method, parts, (part) => part.deltaAt(epsilon));
  const terms = sum.figures.map((each) => `${each.delta.upper.toPrecision(DIGITS)} by ${each.method}`);
  return {
    ...claimOf(method, adjacency, sum.figures, terms),
    epsilon,
    delta: atMost(Math.min(1, sum.total)),
  };
}

/** The delta at which the parts' epsilons were found to add up to no more than `epsilon`. */
function deltaOfShares(
  method: Method,
  adjacency: Adjacency,
  epsilon: number,
  { delta, sum: { figures } }: SharedDelta,
): DeltaGuarantee {
  const terms = figures.map((each) => `${each.delta.toPrecision(DIGITS)} by ${each.method}`);
  return { ...claimOf(method, adjacency, figures, terms), epsilon, delta: atMost(delta) };
}

function nothingFound(
  method: Method,
  parts: readonly Part[],
  alone: (part: Part) => object | undefined,
): DpError {
  const without = parts.filter((part) => alone(part) === undefined).map(({ words }) => words);
  return notApplicable(
    method,
    without.length > 0
      ? `no method proves anything of ${without.join("; ")}`
      : "no split is found at which every kind of rounds has a figure",
  );
}

function claimOf(
  method: Method,
  adjacency: Adjacency,
  figures: readonly Claim[],
  terms: readonly string[],
): Claim {
  const basis = composeClaims([...figures, { status: "proven", assumptions: [], source: SOURCE }]);
  const shown = terms.length <= MAX_TERMS ? terms.join(" + ") : `${terms.length} kinds of rounds`;
  return { side: "upper", ...withRemark(basis, `added up: ${shown}`), method, adjacency };
}

/** More are only counted. It changes words and no figure. */
const MAX_TERMS = 4;
