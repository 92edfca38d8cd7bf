import { ADJACENCIES, type Adjacency } from "../privacy/index.js";
import { checkSource } from "../random/check-source.js";
import { type RandomSource, secureSource } from "../random/index.js";
import { checkCallback, checkNumber, checkOneOf, checkOptions, DOMAIN, RANGES } from "../validate.js";

/** What is audited, and how thoroughly. */
export interface AuditOptions {
  /** Plays, an integer >= 1. */
  readonly trials: number;
  /** The probability that the bound is true, (0, 1); default 0.99. */
  readonly confidence?: number;
  /** δ of the claim and of the bound, [0, 1). */
  readonly delta: number;
  /** Under which the two data sets of the game are neighbours. */
  readonly adjacency: Adjacency;
  /** ε that is claimed at delta, nats, [0, ∞). */
  readonly claim?: number;
  /** Of the secrets, and of the game's randomness; default `secureSource()`. */
  readonly source?: RandomSource;
  /** Called now and then with the number of plays so far. */
  readonly onProgress?: (progress: AuditProgress) => void;
  /** Ends the audit early; the report is about the plays until then, and as valid as one of all of them. */
  readonly signal?: AbortSignal;
}

/** How far an audit is. */
export interface AuditProgress {
  readonly played: number;
  readonly trials: number;
}

/** Options with their defaults. */
export interface CheckedOptions extends AuditOptions {
  readonly confidence: number;
  readonly source: RandomSource;
}

/** Checks the options of an audit. */
export function checkAuditOptions(options: AuditOptions): CheckedOptions {
  const { trials, confidence = 0.99, delta, adjacency, claim, source } = checkOptions("audit", options);
  checkCallback("audit: onProgress", options.onProgress);
  return {
    ...options,
    trials: checkNumber("audit: trials", trials, { ...RANGES.positiveInteger, max: 2 ** 31 }),
    confidence: checkNumber("audit: confidence", confidence, RANGES.openProbability),
    delta: checkNumber("audit: delta", delta, { ...DOMAIN.delta, orZero: true }),
    adjacency: checkOneOf("audit: adjacency", adjacency, ADJACENCIES),
    ...(claim === undefined ? {} : { claim: checkNumber("audit: claim", claim, RANGES.nonNegative) }),
    source: source === undefined ? secureSource() : checkSource("audit: source", source),
  };
}
