import type { Command } from "commander";
import { type Calibration, calibrate } from "../../src/accounting/index.js";
import { DpError } from "../../src/errors.js";
import { type Adjacency, sensitivityToClip } from "../../src/privacy/index.js";
import { DOMAIN } from "../../src/validate.js";
import { jsonOfEach } from "./_internal/account/ask-each.js";
import { calibrationText } from "./_internal/account/calibration-text.js";
import { type Answer, addEventCommand, type Question } from "./_internal/account/event-command.js";
import { type FreeParameter, freeParameterOf, withParameter } from "./_internal/account/free-parameter.js";
import { numberOption } from "./_internal/number-option.js";

interface CalibrateFlags {
  readonly targetEpsilon: number;
  readonly delta: number;
}

/** `croupier calibrate`: the noise that meets a target epsilon. */
export function addCalibrateCommand(program: Command): void {
  addEventCommand<CalibrateFlags>(program, {
    name: "calibrate",
    summary: "the least noise of Gaussian reports, or the largest local epsilon, that meets a target epsilon",
    options: [
      numberOption("--target-epsilon <e>", "epsilon to meet", {
        ...DOMAIN.epsilon,
        orZero: false,
      }).makeOptionMandatory(),
      numberOption("--delta <d>", "delta of the guarantee", DOMAIN.delta).makeOptionMandatory(),
    ],
    method: "whose figure must meet the target; by default the best proven one",
    examples: [
      [
        "How much noise does DP-SGD need?",
        "croupier calibrate poisson-gaussian --epochs 60 --batch-size 256 --examples 50000 --target-epsilon 2 --delta 1e-5",
      ],
      [
        "How large may a shuffled report's own epsilon be?",
        "croupier calibrate shuffle-local --users 60000 --target-epsilon 0.5 --delta 1e-6",
      ],
      [
        "As JSON, for an event in a file, by a method of one's choice:",
        "croupier calibrate --event rounds.json --target-epsilon 1 --delta 1e-6 --method rdp-exact --json",
      ],
    ],
    solvedFor: ["noiseMultiplier", "noiseToClip", "localEpsilon"],
    answer,
  });
}

function answer({ asked, adjacencies, choice }: Question, { targetEpsilon, delta }: CalibrateFlags): Answer {
  const parameter = freeParameterOf(asked.raw);
  const target = { ...choice, delta, targetEpsilon, parameter };
  const solutions = solveEach(adjacencies, (adjacency) =>
    calibrate((free) => asked.read(withParameter(asked.raw, parameter, free)), { ...target, adjacency }),
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
    text: (width) => calibrationText({ solved, title: asked.title, targetEpsilon, delta, width }),
  };
}

type Solved = Calibration & { readonly adjacency: Adjacency };

/** The first adjacency's solution, and those of the others that have one. */
function solveEach(
  [first, ...others]: Question["adjacencies"],
  solve: (adjacency: Adjacency) => Calibration,
): Solved[] {
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
