import type { CalibrationTarget } from "../../../../src/accounting/index.js";
import { DpError } from "../../../../src/errors.js";

/** What a calibration solves for. */
export type FreeParameter = NonNullable<CalibrationTarget["parameter"]>;

const LOCAL_KINDS: readonly unknown[] = ["local", "randomizedResponse"];
/** Left as it is below: `readEvent` refuses what nests so deep. */
const DEEPEST = 100;

/**
 * The noise multiplier of the event's Gaussian reports or, where it has none, its local epsilon.
 *
 * @throws DpError BAD_INPUT there is neither
 */
export function freeParameterOf(raw: unknown): FreeParameter {
  const kinds = kindsIn(raw);
  if (kinds.includes("gaussian")) return "noiseMultiplier";
  if (kinds.some((kind) => LOCAL_KINDS.includes(kind))) return "localEpsilon";
  throw new DpError("BAD_INPUT", "calibrate: the event has neither gaussian nor local reports to calibrate");
}

/** The event with every free parameter set to `value`. */
export function withParameter(raw: unknown, parameter: FreeParameter, value: number, depth = 0): unknown {
  const within = (inner: unknown): unknown => withParameter(inner, parameter, value, depth + 1);
  if (Array.isArray(raw)) return raw.map(within);
  if (!isRecord(raw) || depth > DEEPEST) return raw;
  if (parameter === "noiseMultiplier" && raw.kind === "gaussian") return { ...raw, noiseMultiplier: value };
  if (parameter === "localEpsilon" && LOCAL_KINDS.includes(raw.kind)) return { ...raw, epsilon: value };
  return "of" in raw ? { ...raw, of: within(raw.of) } : raw;
}

function kindsIn(raw: unknown, depth = 0): unknown[] {
  if (Array.isArray(raw)) return raw.flatMap((item) => kindsIn(item, depth + 1));
  return isRecord(raw) && depth <= DEEPEST ? [raw.kind, ...kindsIn(raw.of, depth + 1)] : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
