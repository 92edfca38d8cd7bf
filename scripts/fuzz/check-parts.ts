/** A sequence of unlike rounds, held against its parts. */
import { deltas, type GuaranteesReport, guarantees } from "../../src/accounting/index.js";
import type { Guarantee, MechanismEvent } from "../../src/privacy/index.js";
import { type Faults, faultsOfDeltas, faultsOfGuarantees } from "./check-report.js";
import type { Case } from "./random-cases.js";
import { timed } from "./timed.js";

/** What searches and the ends of lattices leave of a figure. */
const ROOM = 0.01;
/** Below it a figure is rounding. */
const NOTHING = 1e-6;
/** What a split of epsilon may miss of delta where figures are added up, and a search of any other. */
const DELTA_ROOM = 2;

/**
 * - Where each part has a proven figure, so has the whole.
 * - It is at most the sum of the parts' at equal shares of delta.
 * - Leaving a part out does not raise it.
 * - delta at that epsilon is the delta that it was asked for.
 */
export function faultsOfParts(given: Case): Faults {
  const { event, adjacency, delta } = given;
  const parts = partsOf(event);
  const ask = (of: readonly MechanismEvent[], at: number): GuaranteesReport =>
    timed("guarantees", () => guarantees({ kind: "sequence", of: [...of] }, { adjacency, delta: at }));
  const whole = ask(parts, delta);
  const alone = parts.map((part) => bestProven(ask([part], delta / parts.length)));
  const best = bestProven(whole);
  const faults = [...faultsOfGuarantees(whole, false)];
  if (best === undefined)
    return alone.some((each) => each === undefined)
      ? faults
      : [...faults, "no proven figure of the whole, but one of each part"];
  const upper = best.epsilon.upper;
  if (alone.every((each) => each !== undefined)) {
    const sum = alone.reduce((total, each) => total + each!.epsilon.upper, 0);
    if (upper > sum * (1 + ROOM) + NOTHING)
      faults.push(`epsilon ${upper} (${best.method}), the parts add up to ${sum}`);
  }
  parts.forEach((part, i) => {
    const others = bestProven(
      ask(
        parts.filter((each) => each !== part),
        delta,
      ),
    );
    const left = others?.epsilon.upper ?? Infinity;
    if (left > upper * (1 + ROOM) + NOTHING)
      faults.push(`epsilon ${upper} (${best.method}), without part ${i} ${left} (${others?.method})`);
  });
  return [...faults, ...faultsOfDelta(given, best)];
}

/** What is added up as it stands: a sequence's members. */
function partsOf(event: MechanismEvent): readonly MechanismEvent[] {
  return event.kind === "sequence" ? event.of : [event];
}

function faultsOfDelta({ event, adjacency, delta }: Case, { epsilon, method }: Guarantee): Faults {
  if (epsilon.upper < NOTHING) return [];
  const report = timed("deltas", () => deltas(event, { adjacency, epsilon: epsilon.upper }));
  const best = report.guarantees.find(({ side, status }) => side === "upper" && status === "proven");
  const faults = faultsOfDeltas(report, false);
  const most = best?.delta.upper ?? 1;
  if (most <= DELTA_ROOM * delta) return faults;
  return [
    ...faults,
    `epsilon ${epsilon.upper} at delta ${delta} (${method}), but delta ${most} there (${best?.method})`,
  ];
}

function bestProven({ guarantees }: GuaranteesReport): Guarantee | undefined {
  return guarantees.find(({ side, status }) => side === "upper" && status === "proven");
}
