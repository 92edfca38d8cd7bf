import { Option } from "commander";
import type { Claim } from "../../../../src/privacy/index.js";
import { type FiguresReport, jsonOfEach, nothingOf, type Under } from "./ask-each.js";
import type { AskedEvent } from "./asked-event.js";
import { noiseToClipKey } from "./describe-noise.js";
import type { Answer } from "./event-command.js";
import { type Figures, figuresText } from "./figures-text.js";

interface FiguresAnswer<Figure extends Claim> extends Omit<Figures<Figure>, "reports" | "title" | "width"> {
  readonly asked: AskedEvent;
  /** The question's own values, as JSON repeats them. */
  readonly repeated: object;
  readonly reports: readonly [Under<FiguresReport<Figure>>, ...Under<FiguresReport<Figure>>[]];
}

/** `--all`, of the commands that print figures. */
export function allOption(): Option {
  return new Option("--all", "every figure, and why the other methods do not apply");
}

/** Figures for a script and for a person. */
export function figuresAnswer<Figure extends Claim>({
  asked,
  repeated,
  ...figures
}: FiguresAnswer<Figure>): Answer {
  const { event, reports } = figures;
  const stated = reports.map(({ adjacency, ...report }) => ({
    adjacency,
    ...noiseToClipKey({ event, adjacency }),
    ...report,
  }));
  return {
    json: { event, ...repeated, ...jsonOfEach(stated) },
    text: (width) => figuresText({ ...figures, title: asked.title, width }),
    ...nothingOf(reports),
  };
}
