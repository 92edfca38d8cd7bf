import type { Claim, MechanismEvent } from "../../../src/privacy/index.js";
import type { Layout } from "../words/layout.js";
import { whatIsLeftOut } from "../words/what-is-left-out.js";
import { wrapText } from "../words/wrap-text.js";
import type { FiguresReport, Under } from "./ask-each.js";
import { describeConditions, describeTrust } from "./describe-conditions.js";
import { describeEvent } from "./describe-event.js";
import { describeNoise, noiseInClipBounds, statesNoiseMultiplier } from "./describe-noise.js";
import { describeRefusals } from "./describe-refusals.js";
import { describeRounds } from "./describe-rounds.js";
import { type FigureColumn, figureTables } from "./figure-tables.js";
import { groupsOf } from "./groups-of.js";
import { selectFigures } from "./select-figures.js";
import { summarizeEvent } from "./summarize-event.js";

export interface Figures<Figure extends Claim> extends Layout {
  readonly event: MechanismEvent;
  /** The question in the words of the flags, where they say more than the event. */
  readonly title?: string | undefined;
  readonly reports: readonly Under<FiguresReport<Figure>>[];
  readonly columns: readonly FigureColumn<Figure>[];
  /** What a figure says, e.g. `epsilon <= 1.2`. */
  readonly claim: (figure: Figure) => string;
  /** At what the figures hold, rounded to the side of this one, e.g. `delta 1e-5`. */
  readonly at: (figure: Figure) => string;
  /** Every figure and refusal; by default the best ones. */
  readonly all: boolean;
}

/** The answer in a sentence, what it rests on, the figures in a table, and what else there is. */
export function figuresText<Figure extends Claim>(figures: Figures<Figure>): string {
  const { event, title, columns, all, width, paint } = figures;
  const reports = figures.reports.filter(({ guarantees }) => guarantees.length > 0).toReversed();
  const shown = reports.map((report) => ({
    ...report,
    guarantees: all ? report.guarantees : selectFigures(report.guarantees),
  }));
  const best = shown.map(({ guarantees }) => guarantees[0]!);
  const under = shown.map(({ adjacency }) => ({ event, adjacency }));
  const words = summarizeEvent(event, width);
  const subject = title ?? (isShort(words, event, width) ? words : undefined);
  const paragraphs = [
    subject === words ? undefined : words,
    describeRounds(event),
    describeTrust(best),
    describeNoise(under),
    statesNoiseMultiplier(event) ? RELATIVE : undefined,
  ].filter((text) => text !== undefined);
  const claims = shown.flatMap(({ guarantees }) => guarantees);
  return [
    paint("bold", wrapText(headline({ ...figures, subject }, shown), { width })),
    ...paragraphs.map((text) => wrapText(text, { width })),
    ...figureTables({ columns, groups: groupsOf(shown), sources: all, width, paint }),
    ...describeConditions(claims, best).map((text) => wrapText(text, { width })),
    ...(all
      ? [describeRefusals(reports, { width, paint })]
      : [wrapText(whatElse(reports, shown), { width })]),
  ]
    .filter((section) => section !== "")
    .join("\n\n");
}

/** Longer words stand behind the answer. */
const MAX_LINES_BEFORE = 2;

const RELATIVE =
  "A noise multiplier is relative to the sensitivity here. Opacus and TensorFlow Privacy state it relative to C: for theirs give --noise-to-clip, in files noiseToClip.";

type Report<Figure> = Under<FiguresReport<Figure>>;

/** Whether these words are the whole event, and the answer comes soon enough behind them. */
function isShort(words: string, event: MechanismEvent, width: number): boolean {
  return words === describeEvent(event) && wrapText(words, { width }).split("\n").length <= MAX_LINES_BEFORE;
}

function headline<Figure extends Claim>(
  { event, subject, claim, at }: Figures<Figure> & { readonly subject: string | undefined },
  reports: readonly Report<Figure>[],
): string {
  const parts = reports.map(({ adjacency, guarantees }) => {
    const best = guarantees[0]!;
    const noise = statesNoiseMultiplier(event) ? noiseInClipBounds({ event, adjacency }) : undefined;
    return `${claim(best)} (${[adjacency, best.status, noise].filter(Boolean).join(", ")})`;
  });
  const answer = `${parts.join(", ")} at ${at(reports[0]!.guarantees[0]!)}.`;
  return subject === undefined ? answer : `${subject}: ${answer}`;
}

/** What `--all` would add. */
function whatElse(all: readonly Report<unknown>[], shown: readonly Report<unknown>[]): string {
  const count = (reports: readonly Report<unknown>[]): number =>
    reports.reduce((total, { guarantees }) => total + guarantees.length, 0);
  const figures = count(all) - count(shown);
  const refusals = Math.max(...all.map(({ notApplicable }) => notApplicable.length));
  return `${[...whatIsLeftOut(figures, refusals), "sources"].join(", ")}: --all`;
}
