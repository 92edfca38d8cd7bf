import { CommanderError } from "commander";
import { DpError, type DpErrorCode } from "../../../src/errors.js";
import { Interruption } from "./interrupts.js";

/** Exit statuses that scripts rely on. */
const STATUS: Readonly<Record<DpErrorCode, number>> = {
  OUT_OF_RANGE: 2,
  BAD_INPUT: 2,
  NOT_APPLICABLE: 3,
  BUDGET_EXCEEDED: 3,
  DATA_UNREADABLE: 4,
  NOT_CONVERGED: 1,
  WORKER_DIED: 1,
  UNSUPPORTED: 1,
  CANCELLED: 1,
  BAD_SIGNATURE: 3,
  NOT_AUTHORIZED: 3,
  NOT_FOUND: 3,
  CONFLICT: 3,
  ROUND_CLOSED: 3,
  REFUSED: 3,
  ROUND_FULL: 3,
  STORE_UNAVAILABLE: 1,
  UNOPENABLE: 3,
  LEDGER_BEHIND: 3,
  LEDGER_MOVED: 3,
};

/** The exit status of an audit that refutes its claim, where it is told to fail then. */
export const REFUTED_STATUS = 5;

/** The exit status that an error ends the program with. */
export function exitStatus(error: unknown): number {
  if (error instanceof DpError) return STATUS[error.code];
  if (error instanceof Interruption) return error.status;
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  return 1;
}
