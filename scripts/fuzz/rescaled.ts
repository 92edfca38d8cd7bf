import type { MechanismEvent } from "../../src/privacy/index.js";

const MOST = Number.MAX_SAFE_INTEGER;

/**
 * The event with every such parameter made larger by a factor; sampling rates stay as they are.
 *
 * @returns undefined where the event has no such parameter, or it would leave its range
 */
export function rescaled(
  event: MechanismEvent,
  parameter: "users" | "noiseMultiplier",
  factor: number,
): MechanismEvent | undefined {
  let [found, inside] = [false, true];
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).map(([name, field]) => {
      const isNoise = parameter === "noiseMultiplier" && name === "noiseToClip";
      if (name !== parameter && !isNoise) return [name, visit(field)];
      found = true;
      const larger = parameter === "users" ? Math.ceil(field * factor) : field * factor;
      inside &&= larger <= (parameter === "users" ? MOST : Number.MAX_VALUE);
      return [name, larger];
    });
    return Object.fromEntries(entries);
  };
  const result = visit(event) as MechanismEvent;
  return found && inside ? result : undefined;
}
