import type { Command } from "commander";
import { DOMAIN } from "../../src/validate.js";
import type { Answer } from "../shared/account/answer.js";
import { calibrateAnswer } from "../shared/account/calibrate-answer.js";
import { type AskedQuestion, addEventCommand } from "./_internal/account/event-command.js";
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

function answer({ asked, ...question }: AskedQuestion, { targetEpsilon, delta }: CalibrateFlags): Answer {
  return calibrateAnswer({ ...question, ...asked, targetEpsilon, delta });
}
