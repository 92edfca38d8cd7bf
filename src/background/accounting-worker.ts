/** The script of the thread that accounts. */
import { deltas } from "../accounting/deltas.js";
import { guarantees } from "../accounting/guarantees.js";
import { renyiDivergences } from "../accounting/renyi-divergences.js";
import { serveTasks } from "../tensor/serve-tasks.js";

/** A question, whose arguments the function of that name checks. */
export interface AccountingTask {
  readonly question: "guarantees" | "deltas" | "renyiDivergences";
  readonly event: unknown;
  readonly options: unknown;
}

type Answer = (event: unknown, options: unknown) => unknown;

const ANSWERS = { guarantees, deltas, renyiDivergences } as Record<AccountingTask["question"], Answer>;

serveTasks(() => ({ question, event, options }: AccountingTask) => {
  return () => ANSWERS[question](event, options);
});
