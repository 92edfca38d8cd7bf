import type { ShufflerRound } from "../../../../src/federated/shuffler/shuffler-store.js";
import type { IntakeState } from "./round-file.js";
import type { SqlRow } from "./sql-database.js";

/** The state of a round in the database while its own file says where it stands. */
export const INTAKE = "intake";

/** A round as its row has it and, while it takes reports, its file. */
export function roundOfRow(row: SqlRow, intake: IntakeState | undefined): ShufflerRound {
  return { ...describedRound(row), ...stateOf(row, intake) };
}

type RoundDescription = Pick<
  ShufflerRound,
  | "study"
  | "number"
  | "announcementId"
  | "announcement"
  | "opening"
  | "publicKey"
  | "closesAt"
  | "cap"
  | "slots"
  | "result"
>;

/** What the row of any database says of a round, but for its state. */
export function describedRound(row: Readonly<Record<string, unknown>>): RoundDescription {
  return {
    study: String(row.study),
    number: Number(row.number),
    announcementId: String(row.announcement_id),
    announcement: String(row.announcement),
    opening: String(row.opening),
    publicKey: String(row.public_key),
    closesAt: Number(row.closes_at),
    cap: Number(row.cap),
    slots: Number(row.slots),
    result: row.result === null ? undefined : String(row.result),
  };
}

function stateOf(
  row: SqlRow,
  intake: IntakeState | undefined,
): Pick<ShufflerRound, "state" | "orderKey" | "reports" | "outcome"> {
  if (row.state !== INTAKE) {
    const { reports, outcome } = row;
    return {
      state: row.state as ShufflerRound["state"],
      orderKey: undefined,
      reports: reports === null ? undefined : Number(reports),
      outcome: outcome === null ? undefined : String(outcome),
    };
  }
  if (intake === undefined)
    return { state: "closed", orderKey: new Uint8Array(32), reports: 0, outcome: undefined };
  return { ...intake, orderKey: intake.orderKey };
}
