import type { NotApplicable } from "../../../../src/accounting/index.js";
import type { Adjacency, Claim, MechanismEvent, Status } from "../../../../src/privacy/index.js";
import { describeEvent } from "../describe-event.js";
import { type FigureColumn, figureTable } from "../figure-table.js";
import { type Style, styleFor } from "../style.js";

export interface Figures<Figure extends Claim> {
  readonly event: MechanismEvent;
  readonly adjacency: Adjacency;
  /** At what the figures hold, e.g. `delta 1e-5`. */
  readonly at: string;
  readonly columns: readonly FigureColumn<Figure>[];
  readonly describe: (figure: Figure) => string;
  readonly guarantees: readonly Figure[];
  readonly notApplicable: readonly NotApplicable[];
}

const COLOURS: Readonly<Record<Status, Style>> = {
  proven: "green",
  conditional: "yellow",
  approximate: "yellow",
  refuted: "red",
};

/** The best proven figure in a sentence, every figure in a row, each unproven one in a sentence, then what does not apply. */
export function figuresText<Figure extends Claim>(figures: Figures<Figure>): string {
  const { event, adjacency, at, describe, guarantees, notApplicable } = figures;
  const style = styleFor(process.stdout);
  const best = guarantees.find((each) => each.side === "upper" && each.status === "proven");
  const unproven = guarantees.filter((each) => each.status !== "proven");
  return [
    `${describeEvent(event)}\nadjacency ${adjacency}, ${at}`,
    style("bold", best === undefined ? "No proven figure applies." : describe(best)),
    ...(guarantees.length === 0 ? [] : [paintedTable(figures, style)]),
    ...unproven.map(describe),
    ...(notApplicable.length === 0 ? [] : [refusals(notApplicable, style)]),
  ].join("\n\n");
}

type Paint = (style: Style, text: string) => string;

function paintedTable<Figure extends Claim>({ columns, guarantees }: Figures<Figure>, style: Paint): string {
  const [header, ...rows] = figureTable(columns, guarantees).split("\n");
  const painted = rows.map((row, index) => {
    const { status } = guarantees[index]!;
    return row.replace(status, style(COLOURS[status], status));
  });
  return [header, ...painted].join("\n");
}

/** One line a reason. */
function refusals(notApplicable: readonly NotApplicable[], style: Paint): string {
  const reasons = [...new Set(notApplicable.map(({ reason }) => reason))];
  const lines = reasons.map((reason) => {
    const methods = notApplicable.filter((each) => each.reason === reason).map(({ method }) => method);
    return style("dim", `does not apply: ${methods.join(", ")} (${reason})`);
  });
  return lines.join("\n");
}
