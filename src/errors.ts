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
 *
 * In a federation too; a server answers with the HTTP status:
 *
 * | code                | meaning                                                            | HTTP | CLI exit |
 * |---------------------|--------------------------------------------------------------------|------|----------|
 * | `BAD_SIGNATURE`     | a document is not signed by its party, or its bytes were altered   | 400  | 3        |
 * | `NOT_AUTHORIZED`    | an unknown credential or a wrong token                             | 403  | 3        |
 * | `NOT_FOUND`         | no such study, round or document                                   | 404  | 3        |
 * | `CONFLICT`          | part of an upload was used before, in another way                  | 409  | 3        |
 * | `ROUND_CLOSED`      | the round does not collect any more                                | 410  | 3        |
 * | `REFUSED`           | the protocol or a limit of its user forbids it                     | 422  | 3        |
 * | `ROUND_FULL`        | the round has as many reports as its study allows                  | 503  | 3        |
 * | `STORE_UNAVAILABLE` | a store or a party did not answer; nothing was acknowledged        | 503  | 1        |
 * | `UNOPENABLE`        | sealed bytes do not open; the reason is never told                 | 422  | 3        |
 * | `LEDGER_BEHIND`     | the ledger is shorter than its copy: an old backup was restored    | 422  | 3        |
 * | `LEDGER_MOVED`      | another analyzer wrote first                                       | 422  | 3        |
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
  | "CANCELLED"
  | "BAD_SIGNATURE"
  | "NOT_AUTHORIZED"
  | "NOT_FOUND"
  | "CONFLICT"
  | "ROUND_CLOSED"
  | "REFUSED"
  | "ROUND_FULL"
  | "STORE_UNAVAILABLE"
  | "UNOPENABLE"
  | "LEDGER_BEHIND"
  | "LEDGER_MOVED";

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
