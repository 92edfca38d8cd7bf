import type { MechanismEvent } from "../../src/privacy/index.js";
import { DOMAIN } from "../../src/validate.js";

/** Fields that are multiplied, or divided, to have more users or more noise. */
const FIELDS = {
  users: { multiplied: ["users"], divided: [] },
  noise: { multiplied: ["noiseMultiplier", "noiseToClip", "noiseToWidth"], divided: ["epsilon"] },
} as const;

const MAX_VALUES = { users: DOMAIN.count.max, noise: DOMAIN.noise.max };

/**
 * The event with the users, or the noise, multiplied: a local epsilon falls where noise rises.
 *
 * @returns undefined where the event has none of it, or it would leave its range
 */
export function rescaled(
  event: MechanismEvent,
  parameter: keyof typeof FIELDS,
  factor: number,
): MechanismEvent | undefined {
  const { multiplied, divided } = FIELDS[parameter] as Readonly<Record<string, readonly string[]>>;
  let found = false;
  let inside = true;
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, scaled(name, field)]));
  };
  const scaled = (name: string, field: unknown): unknown => {
    const [rises, falls] = [multiplied, divided].map((names) => names!.includes(name));
    if (!rises && !falls) return visit(field);
    found = true;
    const moved = rises ? (field as number) * factor : (field as number) / factor;
    inside &&= rises ? moved <= MAX_VALUES[parameter] : moved === 0 || moved >= DOMAIN.localEpsilon.min;
    return name === "users" ? Math.ceil(moved) : moved;
  };
  const result = visit(event) as MechanismEvent;
  return found && inside ? result : undefined;
}
