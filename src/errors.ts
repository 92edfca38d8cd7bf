/**
 * Every way in which the library refuses.
 *
 * | code               | meaning                                                        | CLI exit |
 * |--------------------|----------------------------------------------------------------|----------|
 * | `OUT_OF_RANGE`     | a number is NaN or outside its range                           | 2        |
 * | `BAD_INPUT`        | an argument, event or configuration has the wrong shape        | 2        |
 * | `NOT_APPLICABLE`   | the theorem's condition fails, or no method knows the mechanism | 3        |
 * | `BUDGET_EXCEEDED`  | a charge would take the epsilon spent above the budget         | 3        |
 * | `DATA_UNREADABLE`  | a data file is missing, truncated or foreign                   | 4        |
 * | `NOT_CONVERGED`    | a numerical method missed its accuracy                         | 1        |
 * | `WORKER_DIED`      | a worker of the pool stopped before its answer                 | 1        |
 * | `UNSUPPORTED`      | the platform lacks something: SIMD, workers, a CSPRNG, files   | 1        |
 * | `CANCELLED`        | the caller stopped the work                                    | 1        |
 */
export type DpErrorCode =
  | "OUT_OF_RANGE"
  | "BAD_INPUT"
  | "NOT_APPLICABLE"
  | "BUDGET_EXCEEDED"
  | "DATA_UNREADABLE"
  | "NOT_CONVERGED"
  | "WORKER_DIED"
  | "UNSUPPORTED"
  | "CANCELLED";

/** What an error is about, for callers that handle it. */
export interface DpErrorDetails {
  /** Path of the parameter, e.g. `clones: delta`. */
  readonly parameter?: string;
  readonly value?: unknown;
  /** The range or shape that would do, in words. */
  readonly allowed?: string;
}

/** The library's only error class: `message` reads `where: what is wrong; what to do`. */
export class DpError extends Error {
  readonly code: DpErrorCode;
  readonly details: DpErrorDetails;

  constructor(code: DpErrorCode, message: string, details: DpErrorDetails = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "DpError";
    this.code = code;
    this.details = details;
  }
}
