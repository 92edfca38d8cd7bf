import type { Command } from "commander";
import { type CalibrationTarget, calibrate } from "../../src/accounting/index.js";
import { DpError } from "../../src/errors.js";
import { readEvent } from "../../src/privacy/index.js";
import { checkNumber, RANGES } from "../../src/validate.js";
import {
  addEventOptions,
  adjacencyOf,
  type EventFlags,
  methodOf,
  rawEvent,
  toNumber,
} from "./_internal/account/event-options.js";
import { describeEvent } from "./_internal/account/print-guarantees.js";
import { describeGuarantee } from "./_internal/describe-guarantee.js";
import { toJson } from "./_internal/to-json.js";

const EXAMPLES = `
Solves for the noise multiplier of the event's Gaussian reports or, where it has none, for its local epsilon.

Examples:
  croupier calibrate check-in-gaussian --users 60000 --check-in-rate 0.1 --rounds 1000 --target-epsilon 8 --delta 1e-5
  croupier calibrate --event rounds.json --target-epsilon 1 --delta 1e-6 --method rdp-exact --json
`;

type Parameter = NonNullable<CalibrationTarget["parameter"]>;

/** `croupier calibrate`: the noise that meets a target epsilon. */
export function addCalibrateCommand(program: Command): void {
  addEventOptions(program.command("calibrate"))
    .summary("the least noise that meets a target epsilon")
    .requiredOption("--target-epsilon <e>", "epsilon to meet", (text) => toNumber("--target-epsilon", text))
    .requiredOption("--delta <d>", "delta of the guarantee", (text) => toNumber("--delta", text))
    .option("--method <m>", "whose figure must meet the target; by default the best proven one")
    .addHelpText("after", EXAMPLES)
    .action((mechanism: string | undefined, flags: EventFlags) => {
      const adjacency = adjacencyOf(flags);
      const delta = checkNumber("--delta", flags.delta, RANGES.delta);
      const targetEpsilon = checkNumber("--target-epsilon", flags.targetEpsilon, RANGES.positive);
      const method = methodOf(flags);
      const raw = rawEvent(mechanism, flags, "noiseMultiplier");
      const parameter = parameterOf(raw);
      const result = calibrate((value) => readEvent(withParameter(raw, parameter, value)), {
        adjacency,
        delta,
        targetEpsilon,
        parameter,
        ...(method === undefined ? {} : { method }),
      });
      const { value, event, guarantee, evaluations } = result;
      if (flags.json) {
        process.stdout.write(
          `${toJson({ event, adjacency, delta, targetEpsilon, parameter, [parameter]: value, guarantee, evaluations })}\n`,
        );
        return;
      }
      process.stdout.write(
        `${parameter} ${value}\n${describeEvent(event)}\n${describeGuarantee(guarantee)}\n`,
      );
    });
}

function parameterOf(raw: unknown): Parameter {
  const kinds = JSON.stringify(raw) ?? "";
  if (kinds.includes('"gaussian"')) return "noiseMultiplier";
  if (kinds.includes('"local"') || kinds.includes('"randomizedResponse"')) return "localEpsilon";
  throw new DpError("BAD_INPUT", "calibrate: the event has neither gaussian nor local reports to calibrate");
}

/** The event with every free parameter set to `value`. */
function withParameter(raw: unknown, parameter: Parameter, value: number): unknown {
  if (Array.isArray(raw)) return raw.map((item) => withParameter(item, parameter, value));
  if (typeof raw !== "object" || raw === null) return raw;
  const { kind } = raw as { kind?: unknown };
  if (parameter === "noiseMultiplier" && kind === "gaussian") return { ...raw, noiseMultiplier: value };
  if (parameter === "localEpsilon" && (kind === "local" || kind === "randomizedResponse")) {
    return { ...raw, epsilon: value };
  }
  return "of" in raw ? { ...raw, of: withParameter(raw.of, parameter, value) } : raw;
}
