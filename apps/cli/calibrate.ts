import type { Command } from "commander";
import { calibrate } from "../../src/accounting/index.js";
import { describeGuarantee } from "../../src/privacy/describe-guarantee.js";
import { readEvent } from "../../src/privacy/index.js";
import { RANGES } from "../../src/validate.js";
import { addEventCommand } from "./_internal/account/event-command.js";
import { freeParameterOf, withParameter } from "./_internal/account/free-parameter.js";
import { describeEvent } from "./_internal/describe-event.js";
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
      numberOption("--target-epsilon <e>", "epsilon to meet", RANGES.positive).makeOptionMandatory(),
      numberOption("--delta <d>", "delta of the guarantee", RANGES.delta).makeOptionMandatory(),
    ],
    method: "whose figure must meet the target; by default the best proven one",
    examples: [
      "croupier calibrate check-in-gaussian --users 60000 --check-in-rate 0.1 --rounds 1000 --target-epsilon 8 --delta 1e-5",
      "croupier calibrate shuffle-local --users 60000 --target-epsilon 0.5 --delta 1e-6",
      "croupier calibrate --event rounds.json --target-epsilon 1 --delta 1e-6 --method rdp-exact --json",
    ],
    solvedFor: ["noiseMultiplier", "localEpsilon"],
    answer: ({ event: raw, choice }, { targetEpsilon, delta }) => {
      const parameter = freeParameterOf(raw);
      const { value, event, guarantee, evaluations } = calibrate(
        (free) => readEvent(withParameter(raw, parameter, free)),
        { ...choice, delta, targetEpsilon, parameter },
      );
      const { adjacency } = choice;
      const solved = { parameter, [parameter]: value, guarantee, evaluations };
      return {
        json: { event, adjacency, delta, targetEpsilon, ...solved },
        text: () => `${parameter} ${value}\n${describeEvent(event)}\n${describeGuarantee(guarantee)}`,
      };
    },
  });
}
