import type { MechanismEvent } from "../../../src/privacy/index.js";
import { EVENT_WORDS } from "./kinds/registry.js";

/**
 * An event in one line of words. Numbers are rounded to the side where more is spent never less than by the
 * event itself: noise up, rates and local epsilons down, so that a figure that holds of the event holds of
 * its words.
 */
export function describeEvent(event: MechanismEvent): string {
  return EVENT_WORDS[event.kind].describe(event as never, describeEvent);
}
