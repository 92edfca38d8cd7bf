import type { Claim } from "../../../src/privacy/index.js";
import type { Layout } from "../words/layout.js";
import type { Answer } from "./answer.js";
import { type FiguresReport, jsonOfEach, nothingOf, type Under } from "./ask-each.js";
import { noiseToClipKey } from "./describe-noise.js";
import { type Figures, figuresText } from "./figures-text.js";

interface FiguresAnswer<Figure extends Claim> extends Omit<Figures<Figure>, "reports" | keyof Layout> {
  /** The question's own values, as JSON repeats them. */
  readonly repeated: object;
  readonly reports: readonly [Under<FiguresReport<Figure>>, ...Under<FiguresReport<Figure>>[]];
}

/** Figures for a script and for a person. */
export function figuresAnswer<Figure extends Claim>({ repeated, ...figures }: FiguresAnswer<Figure>): Answer {
  const { event, reports } = figures;
  const stated = reports.map(({ adjacency, ...report }) => ({
    adjacency,
    ...noiseToClipKey({ event, adjacency }),
    ...report,
  }));
  return {
    json: { event, ...repeated, ...jsonOfEach(stated) },
    text: (layout) => figuresText({ ...figures, ...layout }),
    ...nothingOf(reports),
  };
}
