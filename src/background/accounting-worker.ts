/** The script of the thread that accounts. */
import type { Search } from "../accounting/_internal/target-crossing.js";
import { type Calibration, calibrationQueries } from "../accounting/calibrate.js";
import { deltas } from "../accounting/deltas.js";
import { type GuaranteesOptions, guarantees } from "../accounting/guarantees.js";
import { renyiDivergences } from "../accounting/renyi-divergences.js";
import { serveTasks } from "../tensor/serve-tasks.js";
import type { AccountingTask, CalibrationStep, FiguresTask } from "./_internal/accounting-task.js";

type Answer = (event: unknown, options: unknown) => unknown;

const ANSWERS = { guarantees, deltas, renyiDivergences } as Readonly<Record<FiguresTask["question"], Answer>>;

serveTasks(() => {
  let calibration: Search<Omit<Calibration, "event">>;
  let asked: GuaranteesOptions;
  const stepOf = (step: ReturnType<typeof calibration.next>): CalibrationStep => {
    if (step.done) return { done: true, value: step.value };
    asked = step.value.options;
    return { done: false, value: step.value.value };
  };
  return (task: AccountingTask) => () => {
    if ("options" in task) return ANSWERS[task.question](task.event, task.options);
    if ("event" in task) return stepOf(calibration.next(guarantees(task.event as never, asked)));
    calibration = calibrationQueries(task.target as never);
    return stepOf(calibration.next());
  };
});
