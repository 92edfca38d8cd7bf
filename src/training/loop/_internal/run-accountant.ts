import type { GuaranteesReport } from "../../../accounting/guarantees.js";
import { openBackgroundAccountant } from "../../../background/open-background-accountant.js";
import type { MechanismEvent } from "../../../privacy/mechanism-event.js";
import { hasGuarantee } from "../../options/has-guarantee.js";
import type { RunConfig } from "../../options/run-config.js";

/** Accounts on a thread of its own, so that training does not wait. */
export interface RunAccountant {
  /** What an event spends, under the configuration's adjacency and delta; the last answer is remembered. */
  report(event: MechanismEvent): Promise<GuaranteesReport>;
  close(): Promise<void>;
}

/** The accountant of a configuration; none where there is nothing to account for. */
export async function openAccountant(config: RunConfig): Promise<RunAccountant | undefined> {
  if (!hasGuarantee(config)) return undefined;
  const { adjacency, delta } = config;
  const accountant = await openBackgroundAccountant();
  let last: { readonly key: string; readonly report: Promise<GuaranteesReport> } | undefined;
  return {
    report: (event) => {
      const key = JSON.stringify(event);
      if (last?.key !== key) last = { key, report: accountant.guarantees(event, { adjacency, delta }) };
      return last.report;
    },
    close: () => accountant.close(),
  };
}
