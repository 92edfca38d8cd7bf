import { describeAssumption } from "../../../src/privacy/assumption.js";
import type { Assumption, Claim, Status } from "../../../src/privacy/index.js";

/** What the best figures rest on, in a sentence; nothing where they rest on nothing but the event. */
export function describeTrust(best: readonly Claim[]): string | undefined {
  const assumptions = [...assumptionsOf(best.filter(({ status }) => status === "proven"))];
  return assumptions.length === 0 ? undefined : `Assumes that ${inWords(assumptions)}.`;
}

/**
 * What each unproven figure rests on besides, and what else must be said of any, one sentence for all of
 * which the same is said.
 */
export function describeConditions(figures: readonly Claim[], best: readonly Claim[]): string[] {
  const said = assumptionsOf(best.filter(({ status }) => status === "proven"));
  const methods = new Map<string, Set<string>>();
  for (const figure of figures.filter(({ status, remark }) => status !== "proven" || remark !== undefined)) {
    const condition = conditionOf(figure, said);
    methods.set(condition, (methods.get(condition) ?? new Set()).add(figure.method));
  }
  return [...methods].map(([condition, names]) => `${[...names].join(", ")}: ${condition}`);
}

function conditionOf({ status, assumptions, remark }: Claim, said: ReadonlySet<Assumption>): string {
  if (status === "proven") return `${remark}.`;
  const further = assumptions.filter((each) => !said.has(each));
  const granted = further.length === 0 ? [] : [`${LINK[status]} ${inWords(further)}`];
  return `${[status + granted.join(""), ...(remark === undefined ? [] : [remark])].join("; ")}.`;
}

/** What joins a status and the assumptions that it stands under. */
const LINK: Readonly<Record<Status, string>> = {
  proven: ", if",
  conditional: ", holds only if",
  approximate: " with an error that is not bounded, if",
  refuted: ", though it takes for granted that",
};

function assumptionsOf(figures: readonly Claim[]): Set<Assumption> {
  return new Set(figures.flatMap(({ assumptions }) => assumptions));
}

function inWords(assumptions: readonly Assumption[]): string {
  return assumptions.map(describeAssumption).join("; and ");
}
