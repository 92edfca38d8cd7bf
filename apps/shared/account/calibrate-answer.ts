import { type Calibration, calibrate } from "../../../src/accounting/index.js";
import { DpError } from "../../../src/errors.js";
import { type Adjacency, type MechanismEvent, sensitivityToClip } from "../../../src/privacy/index.js";
import type { Answer, Question } from "./answer.js";
import { type Adjacencies, jsonOfEach } from "./ask-each.js";
import { calibrationText } from "./calibration-text.js";
import { type FreeParameter, freeParameterOf, withParameter } from "./free-parameter.js";

/** An event of which one value is free, and what it must meet. */
export interface CalibrateQuestion extends Question {
  /** The event but for the free value, not checked yet. */
  readonly raw: unknown;
  /** Checks a raw event with its free value. */
  readonly read: (raw: unknown) => MechanismEvent;
  readonly title?: string | undefined;
  readonly targetEpsilon: number;
  readonly delta: number;
}

/** The least noise, or the largest local epsilon, that meets a target epsilon. */
export function calibrateAnswer({ raw, read, title, ...question }: CalibrateQuestion): Answer {
  const { adjacencies, choice, targetEpsilon, delta } = question;
  const parameter = freeParameterOf(raw);
  const target = { ...choice, delta, targetEpsilon, parameter };
  const solutions = solveEach(adjacencies, (adjacency) =>
    calibrate((free) => read(withParameter(raw, parameter, free)), { ...target, adjacency }),
  );
  const solved = solutions.map(({ adjacency, event, value, guarantee, evaluations }) => ({
    event,
    adjacency,
    parameter,
    ...valuesOf(parameter, value, adjacency),
    guarantee,
    evaluations,
  }));
  return {
    json: { delta, targetEpsilon, ...jsonOfEach(solved) },
    text: (layout) => calibrationText({ solved, title, targetEpsilon, delta, ...layout }),
  };
}

type Solved = Calibration & { readonly adjacency: Adjacency };

/** The first adjacency's solution, and those of the others that have one. */
function solveEach([first, ...others]: Adjacencies, solve: (adjacency: Adjacency) => Calibration): Solved[] {
  const solvedUnder = (adjacency: Adjacency): Solved => ({ adjacency, ...solve(adjacency) });
  const further = others.flatMap((adjacency) => {
    try {
      return [solvedUnder(adjacency)];
    } catch (error) {
      if (error instanceof DpError && error.code === "NOT_APPLICABLE") return [];
      throw error;
    }
  });
  return [solvedUnder(first), ...further];
}

/** The solution under its own name; noise relative to the clip bound and to the sensitivity. */
function valuesOf(
  parameter: FreeParameter,
  value: number,
  adjacency: Adjacency,
): Readonly<Partial<Record<FreeParameter, number>>> {
  const sensitivity = sensitivityToClip(adjacency);
  if (parameter === "localEpsilon") return { localEpsilon: value };
  return parameter === "noiseToClip"
    ? { noiseToClip: value, noiseMultiplier: value / sensitivity }
    : { noiseMultiplier: value, noiseToClip: value * sensitivity };
}
