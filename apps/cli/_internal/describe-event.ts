import type { MechanismEvent } from "../../../src/privacy/index.js";

/** An event in one line of words. */
export function describeEvent(event: MechanismEvent): string {
  if (event.kind === "sequence") return event.of.map(describeEvent).join(", then ") || "nothing";
  if (event.kind === "repeat") return `${event.times} x ${describeEvent(event.of)}`;
  const { kind, ...fields } = event;
  const values = Object.entries(fields)
    .filter(([name]) => name !== "of")
    .map(([name, value]) => `${name} ${value}`);
  const inner = "of" in event ? ` of ${describeEvent(event.of)}` : "";
  return `${kind}(${values.join(", ")})${inner}`;
}
