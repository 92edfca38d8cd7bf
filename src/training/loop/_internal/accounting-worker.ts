/** The script of the thread that accounts while training goes on. */
import { type GuaranteesReport, guarantees } from "../../../accounting/guarantees.js";
import { serveTasks } from "../../../tensor/serve-tasks.js";
import type { AccountingSetup, AccountingTask } from "./background-accountant.js";

serveTasks(
  (setup: AccountingSetup) => (event: AccountingTask) => (): GuaranteesReport => guarantees(event, setup),
);
