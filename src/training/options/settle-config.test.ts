import { afterEach, expect, it, vi } from "vitest";
import type { calibrate } from "../../accounting/calibrate.js";
import { guarantees } from "../../accounting/guarantees.js";
import type { MechanismEvent, RepeatEvent } from "../../privacy/mechanism-event.js";
import { readTrainConfig } from "../config/read-train-config.js";
import { protocolOf } from "./protocol-of.js";
import { settleConfig } from "./settle-config.js";

/** Every event that a calibration looked at and found to meet its target. */
const met: MechanismEvent[] = [];

vi.mock("../../accounting/calibrate.js", async (importOriginal) => {
  const original = await importOriginal<{ calibrate: typeof calibrate }>();
  const spied: typeof calibrate = (eventOf, target) => {
    const found = original.calibrate(eventOf, target);
    met.push(found.event);
    return found;
  };
  return { ...original, calibrate: spied };
});

afterEach(() => {
  met.length = 0;
});

const EXAMPLES = 5000;
const BOUNDS = [1, 0.1, 0.3, 1 / 3, 0.7, 1e-9, 12_345.678];

it.each(BOUNDS)("charges the very event that met the target, whatever the clip bound: %d", (clipBound) => {
  for (const adjacency of ["replace-one", "zero-out"] as const) {
    const config = settleConfig(
      readTrainConfig({
        protocol: "central",
        model: "mnist-cnn",
        rounds: 30,
        samplingRate: 0.02,
        clipBound,
        targetEpsilon: 0.9,
        adjacency,
        method: "rdp-poisson",
        learningRate: 0.3,
      }),
      EXAMPLES,
    );
    const of = protocolOf(config, EXAMPLES).describeEvent()!;
    const event: RepeatEvent = { kind: "repeat", times: 30, of };
    expect(event).toEqual(met.at(-1));
    const [figure] = guarantees(event, { adjacency, delta: 1e-5, method: "rdp-poisson" }).guarantees;
    expect(figure!.epsilon.upper).toBeLessThanOrEqual(0.9);
  }
});
