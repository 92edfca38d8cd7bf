/**
 * The argument checks of every public function. Each returns its value, so that it can be used in place.
 * Comparisons are written so that NaN fails.
 */
import { closestMatch } from "leven";
import { DpError, type DpErrorDetails } from "./errors.js";

/** The numbers that a parameter may be; all finite ones by default. */
export interface Range {
  /** Lower end; none by default. */
  readonly min?: number;
  /** Upper end; none by default. */
  readonly max?: number;
  /** Whether `min` itself is allowed; default true. */
  readonly minIncluded?: boolean;
  /** Whether `max` itself is allowed; default true. */
  readonly maxIncluded?: boolean;
  /** Whether only integers are allowed; default false. */
  readonly integer?: boolean;
  /** Whether 0 is allowed beside them; default false. */
  readonly orZero?: boolean;
  /** What to do about a bad value, appended to the message. */
  readonly advice?: string;
}

const SAFE = Number.MAX_SAFE_INTEGER;

/** The ranges that many parameters share. */
export const RANGES: Readonly<
  Record<
    | "probability"
    | "openProbability"
    | "positiveProbability"
    | "positive"
    | "nonNegative"
    | "positiveInteger"
    | "nonNegativeInteger",
    Range
  >
> = {
  probability: { min: 0, max: 1 },
  openProbability: { min: 0, max: 1, minIncluded: false, maxIncluded: false },
  positiveProbability: { min: 0, max: 1, minIncluded: false },
  positive: { min: 0, minIncluded: false },
  nonNegative: { min: 0 },
  positiveInteger: { min: 1, max: SAFE, integer: true },
  nonNegativeInteger: { min: 0, max: SAFE, integer: true },
};

/** A range that ends on both sides. */
export type Limits = Range & { readonly min: number; readonly max: number };

/** What the domain limits. */
export type DomainName =
  | "count"
  | "blocks"
  | "noise"
  | "laplaceNoise"
  | "composedNoise"
  | "localEpsilon"
  | "epsilon"
  | "composedEpsilon"
  | "rate"
  | "rounds"
  | "answers"
  | "differentRounds"
  | "delta"
  | "sharedDelta"
  | "order"
  | "outcomeMass"
  | "channelEntry";

const ADVICE_OF_DELTA = "choose it well below 1 / users";

/**
 * What is accounted for: events, questions and theorems beyond it are refused. The table of
 * docs/conventions.md says what each limit is for.
 *
 * Theorems also take what the domain's events and questions lead to: the noise of T releases is that of one
 * at σ / √T, a delta is shared among rounds, and the epsilons of rounds add up.
 */
export const DOMAIN: Readonly<Record<DomainName, Limits>> = {
  /** Users, reports, categories, weights, batches. */
  count: { min: 1, max: 1e12, integer: true },
  /** Of a vector. */
  blocks: { min: 1, max: 1e6, integer: true },
  /** Gaussian noise of an event: over the sensitivity, the clip bound or the width of an interval. */
  noise: { min: 1e-3, max: 1e9 },
  /** Laplace noise over the width of an interval: a local epsilon of 50 at most. */
  laplaceNoise: { min: 0.02, max: 1e9 },
  /** Of a theorem. */
  composedNoise: { min: 1e-8, max: 1e9 },
  /** Of one report. */
  localEpsilon: { min: 1e-12, max: 100, orZero: true },
  /** Of a question, a target or a budget. */
  epsilon: { min: 1e-12, max: 1e9, orZero: true },
  /** Of a theorem: what rounds spend together. */
  composedEpsilon: { min: 1e-100, max: 1e16, orZero: true },
  rate: { min: 1e-12, max: 1 },
  /** In all; and the steps of a theorem. */
  rounds: { min: 0, max: 1e9, integer: true },
  /** In one message. */
  answers: { min: 1, max: 100, integer: true },
  differentRounds: { min: 0, max: 1e4, integer: true },
  /** Of a question, a budget or a report. */
  delta: { min: 1e-100, max: 1, maxIncluded: false, advice: ADVICE_OF_DELTA },
  /** Of a theorem. */
  sharedDelta: { min: 1e-150, max: 1, maxIncluded: false, advice: ADVICE_OF_DELTA },
  /** Rényi's: that which is best for the most noise at the least delta is 2e10. Tables end earlier. */
  order: { min: 1, max: 1e13, minIncluded: false },
  /** An outcome of a discrete privacy loss. */
  outcomeMass: { min: 1e-100, max: 1, orZero: true },
  /** An entry of a channel's matrix. */
  channelEntry: { min: 1e-40, max: 1, orZero: true },
};

/** ε of one report, nats: within it all probabilities of the randomizers are accurate. */
export const LOCAL_EPSILONS = {
  min: 1e-6,
  max: 30,
  advice: "below, a report has no use; above, no privacy",
} as const;

/** Checks that a value is true or false. */
export function checkBoolean(name: string, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  throw wrongShape(name, value, "true or false");
}

/** Checks a finite number against a range; `name` is the parameter's full path, e.g. `clones: delta`. */
export function checkNumber(name: string, value: unknown, range: Range): number {
  const { min = -Infinity, max = Infinity, minIncluded = true, maxIncluded = true, integer = false } = range;
  const inside =
    typeof value === "number" &&
    Number.isFinite(value) &&
    (minIncluded ? value >= min : value > min) &&
    (maxIncluded ? value <= max : value < max) &&
    (!integer || Number.isSafeInteger(value));
  if (inside || (range.orZero && value === 0)) return value === 0 ? 0 : value; // never -0
  const allowed = describeRange(range, value);
  const advice = range.advice === undefined ? "" : `; ${range.advice}`;
  throw new DpError("OUT_OF_RANGE", `${name} must be ${allowed}, got ${show(value)}${advice}`, {
    parameter: name,
    value,
    allowed,
  });
}

/** Checks that a value is one of a closed list of words. */
export function checkOneOf<Word extends string>(name: string, value: unknown, words: readonly Word[]): Word {
  if (words.includes(value as Word)) return value as Word;
  const allowed = `one of ${words.join(", ")}`;
  const message = `${name} must be ${allowed}, got ${show(value)}${didYouMean(value, words)}`;
  throw new DpError("BAD_INPUT", message, { parameter: name, value, allowed });
}

/** `; did you mean <word>?` where {@link nearestWord} finds one; else nothing. */
export function didYouMean(value: unknown, words: readonly string[]): string {
  const word = nearestWord(value, words);
  return word === undefined ? "" : `; did you mean ${word}?`;
}

/** The word that is a slip of the keyboard away from a value, or contains it. */
export function nearestWord(value: unknown, words: readonly string[]): string | undefined {
  if (typeof value !== "string" || value.length < 3) return undefined;
  const slips = Math.max(2, Math.floor(value.length / 3));
  const contains = (word: string): boolean => word.toLowerCase().includes(value.toLowerCase());
  return closestMatch(value, words, { maxDistance: slips }) ?? words.find(contains);
}

/**
 * The range in words, e.g. `an integer >= 1`, `in (0, 1)` or `0 or a finite number in [1e-12, 100]`; that
 * integers end at 2^53 - 1 is said of a value beyond.
 */
export function describeRange(range: Range, value?: unknown): string {
  const { min = -Infinity, max = Infinity, minIncluded = true, maxIncluded = true, integer = false } = range;
  const noun = integer ? "an integer" : "a finite number";
  const isTooLarge = typeof value === "number" && value > SAFE && value < Infinity;
  if (max === SAFE && isTooLarge) return `${noun} in [${min}, 2^53 - 1]`;
  if (max === Infinity || max === SAFE) {
    return min === -Infinity ? noun : `${noun} ${minIncluded ? ">=" : ">"} ${min}`;
  }
  if (min === -Infinity) return `${noun} ${maxIncluded ? "<=" : "<"} ${short(max)}`;
  const orZero = range.orZero ? "0 or " : "";
  return `${orZero}${noun} in ${minIncluded ? "[" : "("}${short(min)}, ${short(max)}${maxIncluded ? "]" : ")"}`;
}

/** A limit as people write it: 1e12 for 1000000000000. */
function short(value: number): string {
  const power = value.toExponential().replace("e+", "e");
  return Math.abs(value) >= 1e6 && power.length < String(value).length ? power : String(value);
}

/** A value as an error message shows it: JSON where JSON says it all, at most 80 characters. */
export function show(value: unknown): string {
  const text = typeof value === "object" ? (jsonOf(value) ?? "an object") : shownPrimitive(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

function shownPrimitive(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "function") return "a function";
  return Object.is(value, -0) ? "-0" : String(value);
}

/** Undefined for what has no JSON: cycles, nesting beyond the stack, what refuses to be read. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** Callers without types may leave the options out. */
export function checkOptions<Options extends object>(
  where: string,
  options: Options,
  name = "options",
): Options {
  if (typeof options === "object" && options !== null) return options;
  throw wrongShape(`${where}: ${name}`, options, "an object");
}

/**
 * Checks for an array, and returns a copy without holes: they are undefined entries, which are checked as
 * such.
 */
export function checkArray<Item>(name: string, value: readonly Item[]): readonly Item[] {
  if (isArray(value)) return Array.from(value);
  throw wrongShape(name, value, "an array");
}

function isArray(value: unknown): value is readonly unknown[] {
  try {
    return Array.isArray(value);
  } catch {
    return false; // a revoked proxy
  }
}

/** Checks for a function, which may be left out. */
export function checkCallback<Callback>(name: string, value: Callback): Callback {
  return value === undefined ? value : checkFunction(name, value);
}

/** Checks for what a loop can go through. */
export function checkIterable<Item>(name: string, value: Iterable<Item>): Iterable<Item> {
  if (typeof (value as Partial<Iterable<Item>> | null | undefined)?.[Symbol.iterator] === "function")
    return value;
  throw wrongShape(name, value, "an array, or something else that can be iterated");
}

/** Checks for a function. */
export function checkFunction<Callback>(name: string, value: Callback): Callback {
  if (typeof value === "function") return value;
  throw wrongShape(name, value, "a function");
}

/** Checks a caller's signal, which may be left out. */
export function checkSignal(name: string, signal: AbortSignal | undefined): void {
  if (signal === undefined) return;
  const { aborted, addEventListener } = (signal ?? {}) as Partial<AbortSignal>;
  if (typeof aborted === "boolean" && typeof addEventListener === "function") return;
  throw wrongShape(name, signal, "an AbortSignal");
}

/** A copy of an object's own fields, each read once: what is checked is what is kept. */
export function checkFields<Fields extends object>(name: string, value: Fields, allowed: string): Fields {
  if (typeof value !== "object" || value === null || isArray(value)) throw wrongShape(name, value, allowed);
  return readOnce({ parameter: name, value, allowed }, () => ({ ...value }));
}

/** A copy of an array, each place read once, holes too. */
export function checkItems(name: string, value: unknown, allowed: string): readonly unknown[] {
  if (!isArray(value)) throw wrongShape(name, value, allowed);
  return readOnce({ parameter: name, value, allowed }, () => Array.from(value));
}

function readOnce<Copy>(details: DpErrorDetails, copy: () => Copy): Copy {
  try {
    return copy();
  } catch (error) {
    const message = `${details.parameter} must be ${details.allowed}, got one that cannot be read`;
    throw new DpError("BAD_INPUT", message, details, error);
  }
}

/** Checks for an array or a typed array. */
export function checkArrayLike<Item>(name: string, value: ArrayLike<Item>): ArrayLike<Item> {
  if (typeof value === "object" && value !== null && Number.isSafeInteger(value.length)) return value;
  throw wrongShape(name, value, "an array or a typed array");
}

/** The error for a value of the wrong shape: `parameter must be <allowed>, got <value>`. */
export function wrongShape(parameter: string, value: unknown, allowed: string): DpError {
  const message = `${parameter} must be ${allowed}, got ${show(value)}`;
  return new DpError("BAD_INPUT", message, { parameter, value, allowed });
}
