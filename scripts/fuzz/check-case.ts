import { calibrate, deltas, guarantees, openLedger, renyiDivergences } from "../../src/accounting/index.js";
import { DpError, type DpErrorCode } from "../../src/errors.js";
import { type MechanismEvent, readEvent } from "../../src/privacy/index.js";
import { DOMAIN } from "../../src/validate.js";
import { faultsOfDoor } from "./check-door.js";
import { type Figure, faultsOfOrder, type Quantity } from "./check-order.js";
import { faultsOfParts } from "./check-parts.js";
import { type Faults, faultsOfDeltas, faultsOfDivergences, faultsOfGuarantees } from "./check-report.js";
import type { Case, Probe } from "./random-cases.js";
import { rescaled } from "./rescaled.js";
import { timed } from "./timed.js";

/** What does not hold of a case; empty where everything does. An error that is no `DpError` is thrown. */
export function faultsOf(given: Case): Faults {
  return answered(() => PROBES[given.probe](given), REFUSALS[given.probe]);
}

const PROBES: Readonly<Record<Probe, (given: Case) => Faults>> = {
  guarantees: (given) => {
    const smaller = Math.max(DOMAIN.delta.min, given.delta / given.factor);
    return inOrder("smaller delta", given, { ...given, delta: smaller });
  },
  deltas: (given) => {
    const larger = Math.min(DOMAIN.epsilon.max, given.epsilon * given.factor);
    return deltasInOrder("larger epsilon", { ...given, epsilon: larger }, given);
  },
  renyi: ({ event, adjacency, orders, quick }) =>
    faultsOfDivergences(
      timed("renyiDivergences", () => renyiDivergences(event, { adjacency, orders, quick })),
      quick,
    ),
  rounds: (given) => {
    const event: MechanismEvent = { kind: "sequence", of: [given.event, given.event] };
    return bothInOrder("twice the rounds", given, { ...given, event });
  },
  parts: faultsOfParts,
  users: (given) => rescaledInOrder("users", given),
  noise: (given) => rescaledInOrder("noise", given),
  calibrate: faultsOfCalibration,
  ledger: faultsOfLedger,
  door: faultsOfDoor,
  junk: faultsOfJunk,
};

/** What may be refused: sound questions have answers, but not every target can be met. */
const REFUSALS: Partial<Record<Probe, readonly DpErrorCode[]>> = {
  rounds: ["OUT_OF_RANGE"], // twice as many as there may be
  calibrate: ["NOT_APPLICABLE", "BAD_INPUT", "OUT_OF_RANGE"],
  ledger: ["NOT_APPLICABLE", "BUDGET_EXCEEDED", "OUT_OF_RANGE"],
  junk: ["NOT_APPLICABLE", "BAD_INPUT", "OUT_OF_RANGE", "BUDGET_EXCEEDED"],
};

/** A question that may be refused is answered, if the refusal can be read. */
function answered(question: () => Faults, refusals: readonly DpErrorCode[] = []): Faults {
  try {
    return question();
  } catch (error) {
    if (!(error instanceof DpError)) throw error;
    const { code, message } = error;
    const isGood = refusals.includes(code) && !/\n|\[object|^undefined|internal error/.test(message);
    return isGood ? [] : [`${code}: ${message}`];
  }
}

interface Answer {
  readonly quantity: Quantity;
  readonly figures: readonly Figure[];
  readonly faults: Faults;
}

type Question = (given: Case) => Answer;

const epsilonsOf: Question = ({ event, adjacency, delta, quick }) => {
  const report = timed("guarantees", () => guarantees(event, { adjacency, delta, quick }));
  const figures = report.guarantees.map(({ epsilon, ...claim }) => ({ ...claim, bracket: epsilon }));
  return { quantity: "epsilon", figures, faults: faultsOfGuarantees(report, quick) };
};

const deltasOf: Question = ({ event, adjacency, epsilon, quick }) => {
  const report = timed("deltas", () => deltas(event, { adjacency, epsilon, quick }));
  const figures = report.guarantees.map(({ delta, ...claim }) => ({ ...claim, bracket: delta }));
  return { quantity: "delta", figures, faults: faultsOfDeltas(report, quick) };
};

interface Comparison {
  readonly isCompared?: (figure: Figure) => boolean;
  readonly room?: number;
}

function compare(
  what: string,
  better: Case,
  worse: Case,
  ask: Question,
  { isCompared = () => true, room = 0 }: Comparison = {},
): Faults {
  const one = ask(better);
  const other = ask(worse);
  const [before, after] = [one, other].map(({ figures }) => figures.filter(isCompared)) as [
    Figure[],
    Figure[],
  ];
  return [...one.faults, ...other.faults, ...faultsOfOrder([one.quantity, what], before, after, room)];
}

function inOrder(what: string, better: Case, worse: Case): Faults {
  return compare(what, better, worse, epsilonsOf);
}

function deltasInOrder(what: string, better: Case, worse: Case): Faults {
  return compare(what, better, worse, deltasOf);
}

function bothInOrder(what: string, better: Case, worse: Case): Faults {
  return [...inOrder(what, better, worse), ...deltasInOrder(what, better, worse)];
}

/**
 * What a figure may rise by with the users where their reports vary in number. The mean over all numbers
 * falls; its bound takes numbers in bands, which begin where they begin for all users, but end with the tails
 * that are left out: where other users hide next to nothing it may rise by less than a band's width is worth.
 */
const BANDED = 1e-3;

/** Printed and reconstructed bounds may rise with the number of users; other proven ones may not. */
function rescaledInOrder(parameter: "users" | "noise", given: Case): Faults {
  const event = rescaled(given.event, parameter, given.factor);
  if (event === undefined) return [];
  const isCompared = ({ status, method }: Figure): boolean =>
    parameter !== "users" || (status === "proven" && !method.startsWith("liew22"));
  const what = `more ${parameter}`;
  const varies = parameter === "users" && JSON.stringify(event).includes("checkInShuffle");
  const comparison = { isCompared, room: varies ? BANDED : 0 };
  return [epsilonsOf, deltasOf].flatMap((ask) => compare(what, { ...given, event }, given, ask, comparison));
}

/** The noise or the local epsilon of all rounds is what is sought. */
function faultsOfCalibration({ event, adjacency, delta, epsilon }: Case): Faults {
  const isGaussian = JSON.stringify(event).includes("noiseMultiplier");
  const name = isGaussian ? "noiseMultiplier" : "epsilon";
  const eventOf = (value: number): MechanismEvent =>
    JSON.parse(JSON.stringify(event, (key, field) => (key === name ? value : field)));
  const parameter = isGaussian ? "noiseMultiplier" : "localEpsilon";
  const { guarantee, value } = timed("calibrate", () =>
    calibrate(eventOf, { adjacency, delta, targetEpsilon: epsilon, parameter }),
  );
  const meets = guarantee.epsilon.upper <= epsilon && value > 0 && value < Infinity;
  return meets ? [] : [`calibrate: epsilon ${guarantee.epsilon.upper} at ${value}`];
}

/** A ledger says what it holds, and a refused charge leaves no trace. */
function faultsOfLedger({ event, adjacency, delta, epsilon }: Case): Faults {
  const ledger = openLedger({ entries: [event, event] });
  const before = JSON.stringify(ledger.event);
  const report = timed("spent", () => ledger.spent(adjacency, delta));
  const limited = openLedger({ entries: [event], budget: { adjacency, delta, epsilon } });
  const held = JSON.stringify(limited.event);
  let isCharged = false;
  const charge = answered(() => {
    const spent = timed("charge", () => limited.charge(event)).guarantee!.epsilon.upper;
    isCharged = true;
    return spent <= epsilon ? [] : [`ledger: charged to ${spent} of ${epsilon}`];
  }, REFUSALS.ledger);
  const after = JSON.stringify(limited.event);
  return [
    ...faultsOfGuarantees(report, false),
    ...charge,
    ...(after === (isCharged ? before : held)
      ? []
      : [`ledger: ${isCharged ? "charge lost" : "refused charge kept"}`]),
  ];
}

/**
 * Values that are no events or options: an answer may come where they happen to be good ones, and else a
 * `DpError`.
 */
function faultsOfJunk({ event, adjacency, delta, epsilon, orders, quick, junk }: Case): Faults {
  const method = "unshuffled"; // it is the options that are looked at
  const options = {
    adjacency,
    delta,
    epsilon,
    orders,
    quick,
    method,
    targetEpsilon: epsilon,
    ...junk,
  } as never;
  return [
    () => readEvent(event),
    () => guarantees(event, options),
    () => deltas(event, options),
    () => renyiDivergences(event, options),
    () => calibrate(() => event, options),
    () => openLedger(options).charge(event),
  ].flatMap((call) =>
    answered(() => {
      timed("a call with junk", (): unknown => call());
      return [];
    }, REFUSALS.junk),
  );
}
