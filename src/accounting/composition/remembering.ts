import { memoize } from "../../numerics/memoize.js";
import type { MechanismEvent } from "../../privacy/index.js";
import type { Accountant } from "../accountant.js";
import { isRefusal } from "../claims/is-refusal.js";

/**
 * Answers that a method keeps, of each question. With twice as many a session of questions takes twice the
 * memory, 2 MB at most.
 */
const KEPT = 64;

/** Longer events, in characters of JSON, are rare and are evaluated again. Valid at any number. */
const MAX_CHARACTERS = 2 ** 14;

type Outcome<Figure> = { readonly figure: Figure } | { readonly refusal: unknown };

/**
 * The method with its last answers, refusals among them, given again to equal questions. Figures are frozen,
 * since they are shared.
 */
export function remembering(accountant: Accountant): Accountant {
  return {
    ...accountant,
    epsilonAtDelta: remembered(
      (event, query) => accountant.epsilonAtDelta(event, query),
      ({ adjacency, delta }) => `${adjacency} ${delta}`,
    ),
    deltaAtEpsilon: remembered(
      (event, query) => accountant.deltaAtEpsilon(event, query),
      ({ adjacency, epsilon }) => `${adjacency} ${epsilon}`,
    ),
  };
}

function remembered<Query, Figure extends object>(
  answer: (event: MechanismEvent, query: Query) => Figure,
  keyOfQuery: (query: Query) => string,
): (event: MechanismEvent, query: Query) => Figure {
  const known = memoize((event: MechanismEvent, query: Query) => outcomeOf(() => answer(event, query)), {
    key: (event, query) => `${keyOfQuery(query)} ${keyOfEvent(event)}`,
    capacity: KEPT,
  });
  return (event, query) => {
    if (keyOfEvent(event).length > MAX_CHARACTERS) return answer(event, query);
    const outcome = known(event, query);
    if ("refusal" in outcome) throw outcome.refusal;
    return outcome.figure;
  };
}

/** What the caller did, such as cancelling, is no outcome. */
function outcomeOf<Figure extends object>(evaluate: () => Figure): Outcome<Figure> {
  try {
    return { figure: frozen(evaluate()) };
  } catch (refusal) {
    if (isRefusal(refusal)) return { refusal };
    throw refusal;
  }
}

const KEYS = new WeakMap<MechanismEvent, string>();

/** Several methods are asked about one event. */
function keyOfEvent(event: MechanismEvent): string {
  const key = KEYS.get(event) ?? JSON.stringify(event);
  KEYS.set(event, key);
  return key;
}

function frozen<Value extends object>(value: Value): Value {
  for (const part of Object.values(value)) if (typeof part === "object" && part !== null) frozen(part);
  return Object.freeze(value);
}
