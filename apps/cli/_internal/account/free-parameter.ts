import type { CalibrationTarget } from "../../../../src/accounting/index.js";
import type { MechanismKind } from "../../../../src/privacy/index.js";
import { wrongShape } from "../../../../src/validate.js";

/** What a calibration solves for. */
export type FreeParameter = NonNullable<CalibrationTarget["parameter"]>;

/** The free parameter of a report of each kind; other events have none of their own. */
const PARAMETER_OF: Readonly<Record<MechanismKind, FreeParameter | undefined>> = {
  gaussian: "noiseMultiplier",
  local: "localEpsilon",
  randomizedResponse: "localEpsilon",
  shuffle: undefined,
  subsampledShuffle: undefined,
  checkInShuffle: undefined,
  poissonSample: undefined,
  randomAllocation: undefined,
  weightShuffle: undefined,
  repeat: undefined,
  sequence: undefined,
};
const FIELD_OF: Readonly<Record<FreeParameter, string>> = {
  noiseMultiplier: "noiseMultiplier",
  localEpsilon: "epsilon",
};
/** Left as it is below: `readEvent` refuses what nests so deep. */
const DEEPEST = 100;

/**
 * The noise multiplier of the event's Gaussian reports or, where it has none, its local epsilon.
 *
 * @throws DpError BAD_INPUT there is neither
 */
export function freeParameterOf(raw: unknown): FreeParameter {
  const parameters = kindsIn(raw).map(parameterOf);
  if (parameters.includes("noiseMultiplier")) return "noiseMultiplier";
  if (parameters.includes("localEpsilon")) return "localEpsilon";
  throw wrongShape("calibrate: event", raw, "one with gaussian or local reports to calibrate");
}

/** The event with every free parameter set to `value`. */
export function withParameter(raw: unknown, parameter: FreeParameter, value: number, depth = 0): unknown {
  const within = (inner: unknown): unknown => withParameter(inner, parameter, value, depth + 1);
  if (Array.isArray(raw)) return raw.map(within);
  if (!isRecord(raw) || depth > DEEPEST) return raw;
  if (parameterOf(raw.kind) === parameter) return { ...raw, [FIELD_OF[parameter]]: value };
  return "of" in raw ? { ...raw, of: within(raw.of) } : raw;
}

function parameterOf(kind: unknown): FreeParameter | undefined {
  return typeof kind === "string" && Object.hasOwn(PARAMETER_OF, kind)
    ? PARAMETER_OF[kind as MechanismKind]
    : undefined;
}

function kindsIn(raw: unknown, depth = 0): unknown[] {
  if (Array.isArray(raw)) return raw.flatMap((item) => kindsIn(item, depth + 1));
  return isRecord(raw) && depth <= DEEPEST ? [raw.kind, ...kindsIn(raw.of, depth + 1)] : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
