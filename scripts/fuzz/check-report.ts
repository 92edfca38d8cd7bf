/** What every answer promises, whatever the question. */
import type { DeltasReport, GuaranteesReport, RenyiDivergencesReport } from "../../src/accounting/index.js";
import { methodCoverage } from "../../src/accounting/index.js";
import type { Bracket, Claim, Method } from "../../src/privacy/index.js";

/** What is wrong, in words; empty where nothing is. */
export type Faults = readonly string[];

type Report = Pick<GuaranteesReport, "notApplicable"> & { readonly guarantees: readonly Claim[] };

export function faultsOfGuarantees(report: GuaranteesReport, quick: boolean): Faults {
  return [
    ...faultsOfReport(report, quick),
    ...report.guarantees.flatMap(({ method, epsilon }) =>
      faultsOfBracket(`${method} epsilon`, epsilon, Infinity),
    ),
    ...faultsOfSandwich(report.guarantees.map(({ epsilon, ...claim }) => ({ ...claim, bracket: epsilon }))),
  ];
}

export function faultsOfDeltas(report: DeltasReport, quick: boolean): Faults {
  return [
    ...faultsOfReport(report, quick),
    ...report.guarantees.flatMap(({ method, delta }) => faultsOfBracket(`${method} delta`, delta, 1)),
    ...faultsOfSandwich(report.guarantees.map(({ delta, ...claim }) => ({ ...claim, bracket: delta }))),
  ];
}

export function faultsOfDivergences(report: RenyiDivergencesReport, quick: boolean): Faults {
  return [
    ...faultsOfReport(report, quick),
    ...report.guarantees.flatMap(({ method, rdp }) =>
      rdp.filter((value) => !isFigure(value)).map((value) => `${method}: divergence ${show(value)}`),
    ),
    ...report.guarantees
      .filter(({ rdp }) => rdp.length !== report.orders.length)
      .map(({ method }) => `${method}: not one divergence an order`),
  ];
}

/** Every method answers or says why not; a reason is a sentence without values of the machine. */
function faultsOfReport({ guarantees, notApplicable }: Report, quick: boolean): Faults {
  const heard = new Set<Method>([...guarantees, ...notApplicable].map(({ method }) => method));
  const silent = quick ? [] : methodCoverage.filter(({ method }) => !heard.has(method));
  return [
    ...silent.map(({ method }) => `${method} says nothing`),
    ...(heard.size < guarantees.length + notApplicable.length ? ["a method answers twice"] : []),
    ...notApplicable
      .filter(
        ({ reason }) =>
          reason.length < 10 || /internal error|NaN|undefined|\[object|Invalid|null/.test(reason),
      )
      .map(({ method, reason }) => `${method}: reason "${reason}"`),
    ...guarantees
      .filter(({ source, assumptions }) => source.length === 0 || !Array.isArray(assumptions))
      .map(({ method }) => `${method}: a claim without its source`),
  ];
}

interface Figure extends Pick<Claim, "side" | "status" | "method"> {
  readonly bracket: Bracket;
}

/** What both ends may be off together. */
const ROUNDING = 1e-9;

/** No proven lower bound is above a proven upper one. */
function faultsOfSandwich(figures: readonly Figure[]): Faults {
  const proven = figures.filter(({ status }) => status === "proven");
  const [lower, upper] = ["lower", "upper"].map((side) => proven.filter((each) => each.side === side)) as [
    Figure[],
    Figure[],
  ];
  return lower.flatMap((below) =>
    upper
      .filter((above) => below.bracket.lower > above.bracket.upper * (1 + ROUNDING))
      .map((above) => `${below.method} ${below.bracket.lower} > ${above.method} ${above.bracket.upper}`),
  );
}

function faultsOfBracket(name: string, bracket: Bracket, most: number): Faults {
  const { lower, estimate, upper } = bracket;
  const sound = [lower, estimate, upper].every(isFigure) && lower <= estimate && estimate <= upper;
  if (sound && upper <= most && upper < Infinity) return [];
  return [`${name} in ${show(lower)}..${show(estimate)}..${show(upper)}`];
}

/** Neither NaN nor negative, nor minus zero. */
function isFigure(value: number): boolean {
  return value >= 0 && !Object.is(value, -0);
}

function show(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}
