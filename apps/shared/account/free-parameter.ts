import type { CalibrationTarget } from "../../../src/accounting/index.js";
import type { MechanismKind } from "../../../src/privacy/index.js";
import { wrongShape } from "../../../src/validate.js";
import { EVENT_WORDS } from "./kinds/registry.js";

/** What a calibration solves for. */
export type FreeParameter = NonNullable<CalibrationTarget["parameter"]>;

type Fields = Readonly<Record<string, unknown>>;

const FIELD_OF: Readonly<Record<FreeParameter, string>> = {
  noiseMultiplier: "noiseMultiplier",
  noiseToClip: "noiseToClip",
  localEpsilon: "epsilon",
};
/** Left as it is below: `readEvent` refuses what nests so deep. */
const DEEPEST = 100;

/**
 * The noise of the event's Gaussian reports, `noiseToClip` where the event states or names it so, else
 * `noiseMultiplier`; where it has none, its local epsilon.
 *
 * @throws DpError BAD_INPUT there is neither, or some of the noise is relative to the clip bound and some to
 *   the sensitivity
 */
export function freeParameterOf(raw: unknown): FreeParameter {
  const parameters = new Set(eventsIn(raw).map(parameterOf));
  if (parameters.has("noiseToClip") && parameters.has("noiseMultiplier")) {
    throw wrongShape("calibrate: event", raw, "one whose Gaussian noise is all stated in one way");
  }
  for (const parameter of ["noiseToClip", "noiseMultiplier", "localEpsilon"] as const) {
    if (parameters.has(parameter)) return parameter;
  }
  throw wrongShape("calibrate: event", raw, "one with gaussian or local reports to calibrate");
}

/** The event with every free parameter set to `value`. */
export function withParameter(raw: unknown, parameter: FreeParameter, value: number, depth = 0): unknown {
  const within = (inner: unknown): unknown => withParameter(inner, parameter, value, depth + 1);
  if (Array.isArray(raw)) return raw.map(within);
  if (!isRecord(raw) || depth > DEEPEST) return raw;
  if (parameterOf(raw) === parameter) return { ...raw, [FIELD_OF[parameter]]: value };
  return "of" in raw ? { ...raw, of: within(raw.of) } : raw;
}

function parameterOf(event: Fields): FreeParameter | undefined {
  const { kind } = event;
  if (typeof kind !== "string" || !Object.hasOwn(EVENT_WORDS, kind)) return undefined;
  const { free } = EVENT_WORDS[kind as MechanismKind];
  if (free !== "noise") return free;
  return "noiseToClip" in event ? "noiseToClip" : "noiseMultiplier";
}

function eventsIn(raw: unknown, depth = 0): Fields[] {
  if (Array.isArray(raw)) return raw.flatMap((item) => eventsIn(item, depth + 1));
  return isRecord(raw) && depth <= DEEPEST ? [raw, ...eventsIn(raw.of, depth + 1)] : [];
}

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}
