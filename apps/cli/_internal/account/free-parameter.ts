import type { CalibrationTarget } from "../../../../src/accounting/index.js";
import { DpError } from "../../../../src/errors.js";

/** What a calibration solves for. */
export type FreeParameter = NonNullable<CalibrationTarget["parameter"]>;

const LOCAL_KINDS: readonly unknown[] = ["local", "randomizedResponse"];

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
export function withParameter(raw: unknown, parameter: FreeParameter, value: number): unknown {
  if (Array.isArray(raw)) return raw.map((item) => withParameter(item, parameter, value));
  if (!isRecord(raw)) return raw;
  if (parameter === "noiseMultiplier" && raw.kind === "gaussian") return { ...raw, noiseMultiplier: value };
  if (parameter === "localEpsilon" && LOCAL_KINDS.includes(raw.kind)) return { ...raw, epsilon: value };
  return "of" in raw ? { ...raw, of: withParameter(raw.of, parameter, value) } : raw;
}

function kindsIn(raw: unknown): unknown[] {
  if (Array.isArray(raw)) return raw.flatMap(kindsIn);
  return isRecord(raw) ? [raw.kind, ...kindsIn(raw.of)] : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
