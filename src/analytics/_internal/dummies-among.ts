import { DpError } from "../../errors.js";
import { checkNumber } from "../../validate.js";
import type { RandomDummies } from "../random-dummies.js";
import { type CountLaw, lawOf } from "./coin-sum-tails.js";
import { dummyCountLaw } from "./dummy-count-law.js";
import { dummyNumberMoments } from "./dummy-number-moments.js";

/** Dummies among reports: uniform ones, by their number, or random numbers of each choice with the users. */
export type GivenDummies = number | { readonly numbers: RandomDummies; readonly users: number };

/** Choices that dummies name, and what each of these counts. */
interface WeightedChoices {
  readonly size: number;
  readonly weight: number;
}

/** What is known of the dummies among reports. */
export interface DummiesAmong {
  /** n, the other reports. */
  readonly users: number;
  /** The law of how many dummies name one of `size` choices; none where there are none. */
  countLaw(size: number): CountLaw | undefined;
  /** How many do on average. */
  mean(size: number): number;
  /** The variance of the weights of the choices that all dummies name. */
  variance(parts: readonly WeightedChoices[]): number;
  /** Whether the numbers that name `size` choices spread more than those of the other choices. */
  spreadsMore(size: number): boolean;
}

/** The dummies among `reports` reports, each of which names one of `choices`. */
export function dummiesAmong(given: GivenDummies, reports: number, choices: number): DummiesAmong {
  return typeof given === "number"
    ? uniformDummies(given, reports, choices)
    : numberedDummies(given, reports, choices);
}

function uniformDummies(dummies: number, reports: number, choices: number): DummiesAmong {
  const users = reports - checkNumber("dummies", dummies, { min: 0, max: reports, integer: true });
  return {
    users,
    countLaw: (size) =>
      dummies === 0
        ? undefined
        : lawOf({ trials: dummies, probability: size / choices, complement: 1 - size / choices }),
    mean: (size) => (dummies * size) / choices,
    variance: (parts) => {
      const moment = (power: number): number =>
        parts.reduce((sum, { size, weight }) => sum + (size / choices) * weight ** power, 0);
      return dummies * (moment(2) - moment(1) ** 2);
    },
    spreadsMore: () => false,
  };
}

function numberedDummies(
  { numbers, users }: Exclude<GivenDummies, number>,
  reports: number,
  choices: number,
): DummiesAmong {
  checkNumber("dummies.categories", numbers.categories, { min: choices, max: choices, integer: true });
  const isConstant = numbers.total === "constant";
  const most = isConstant ? reports - 2 * numbers.centre : reports;
  if (users > most || (isConstant && users !== most)) throw notSoMany(users, most, isConstant);
  const { mean, variance } = dummyNumberMoments(numbers);
  return {
    users,
    countLaw: (size) => dummyCountLaw(numbers, size),
    mean: (size) => size * mean,
    variance: (parts) => variance * squaredWeights(parts, isConstant),
    spreadsMore: (size) => 2 * size > choices,
  };
}

/** Of two numbers with a constant sum one falls where the other rises. */
function squaredWeights(parts: readonly WeightedChoices[], isConstant: boolean): number {
  if (!isConstant) return parts.reduce((sum, { size, weight }) => sum + size * weight ** 2, 0);
  const [one = 0, other = 0] = parts.flatMap(({ size, weight }) => Array<number>(size).fill(weight));
  return (one - other) ** 2;
}

function notSoMany(users: number, most: number, isConstant: boolean): DpError {
  const allowed = isConstant ? `the ${most} reports that are no dummies` : `at most the reports, ${most}`;
  return new DpError("OUT_OF_RANGE", `users must be ${allowed}, got ${users}; give all reports of a round`, {
    parameter: "users",
    value: users,
    allowed,
  });
}
