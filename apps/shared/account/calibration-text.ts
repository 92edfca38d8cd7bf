import { formatDown, formatUp } from "../../../src/privacy/format-number.js";
import type { Adjacency, Guarantee, MechanismEvent } from "../../../src/privacy/index.js";
import type { Layout } from "../words/layout.js";
import { wrapText } from "../words/wrap-text.js";
import { describeConditions, describeTrust } from "./describe-conditions.js";
import { describeNoise, withNoiseToClip } from "./describe-noise.js";
import { describeRounds } from "./describe-rounds.js";
import { type FigureColumn, figureTables, quoted } from "./figure-tables.js";
import { groupsOf } from "./groups-of.js";
import { summarizeEvent } from "./summarize-event.js";

/** What was solved under one adjacency. */
export interface SolvedEvent {
  readonly event: MechanismEvent;
  readonly adjacency: Adjacency;
  readonly guarantee: Guarantee;
  readonly noiseToClip?: number;
  readonly noiseMultiplier?: number;
  readonly localEpsilon?: number;
}

export interface SolvedQuestion extends Layout {
  readonly solved: readonly SolvedEvent[];
  readonly title: string | undefined;
  readonly targetEpsilon: number;
  readonly delta: number;
}

/** What meets the target in a sentence, what that rests on, and the figures that it was solved by. */
export function calibrationText(question: SolvedQuestion): string {
  const { width, paint } = question;
  const solved = question.solved.toReversed();
  const best = solved.map(({ guarantee }) => guarantee);
  const groups = groupsOf(
    solved.map((each) => ({ adjacency: each.adjacency, guarantees: [asFigure(each)] })),
  );
  const paragraphs = [
    ...solved.map((each) => {
      const words = summarizeEvent(withNoiseToClip(each), width);
      return solved.length === 1 ? words : `Under ${each.adjacency}: ${words}`;
    }),
    describeRounds(solved[0]!.event),
    describeTrust(best),
    describeNoise(solved),
    ...describeConditions(best, best),
  ].filter((text) => text !== undefined);
  return [
    paint("bold", wrapText(headline({ ...question, solved }), { width })),
    ...paragraphs.map((text) => wrapText(text, { width })),
    ...figureTables({ columns: columnsFor(solved), groups, sources: true, width, paint }),
  ].join("\n\n");
}

function headline({ solved, title, targetEpsilon, delta }: SolvedQuestion): string {
  const parts = solved.map((each) => `${solutionOf(each)} (${each.adjacency}, ${each.guarantee.status})`);
  const subject = title === undefined ? "" : `${title}: `;
  const target = `epsilon <= ${formatUp(targetEpsilon)} at delta ${formatUp(delta)}`;
  return `${subject}${target} ${solved[0]!.localEpsilon === undefined ? "needs" : "allows"} ${parts.join(", ")}.`;
}

function solutionOf({ noiseToClip, localEpsilon }: SolvedEvent): string {
  return localEpsilon === undefined
    ? `noise ${formatUp(noiseToClip!)} C`
    : `local epsilon ${formatDown(localEpsilon)}`;
}

type SolvedFigure = Guarantee & Omit<SolvedEvent, "guarantee" | "event">;

function asFigure({ guarantee, event: _, ...solved }: SolvedEvent): SolvedFigure {
  return { ...guarantee, ...solved };
}

function columnsFor([first]: readonly SolvedEvent[]): FigureColumn<SolvedFigure>[] {
  const solved: FigureColumn<SolvedFigure>[] =
    first!.localEpsilon === undefined
      ? [
          { title: "noise / C", cell: ({ noiseToClip }) => formatUp(noiseToClip!) },
          { title: "/ sensitivity", cell: ({ noiseMultiplier }) => formatUp(noiseMultiplier!) },
        ]
      : [{ title: "local epsilon", cell: ({ localEpsilon }) => formatDown(localEpsilon!) }];
  return [...solved, { title: "epsilon", cell: (each) => quoted(each, each.epsilon) }];
}
