import type { GuaranteesReport } from "../../../../src/accounting/index.js";
import type { Adjacency, Guarantee, MechanismEvent, Status } from "../../../../src/privacy/index.js";
import { describeGuarantee } from "../describe-guarantee.js";
import { formatNumber, formatUp } from "../format-number.js";
import { formatTable } from "../format-table.js";
import { type Style, styleFor } from "../style.js";

interface AccountReport extends GuaranteesReport {
  readonly event: MechanismEvent;
  readonly delta: number;
  readonly adjacency: Adjacency;
}

const COLOURS: Readonly<Record<Status, Style>> = {
  proven: "green",
  conditional: "yellow",
  approximate: "yellow",
  refuted: "red",
};

/** The comparison table: the best figure in a sentence, every figure in a row, then the methods that do not apply. */
export function printGuarantees({ event, delta, adjacency, guarantees, notApplicable }: AccountReport): void {
  const style = styleFor(process.stdout);
  const print = (line: string): boolean => process.stdout.write(`${line}\n`);
  print(`${describeEvent(event)}\nadjacency ${adjacency}, delta ${formatNumber(delta)}\n`);
  const best = guarantees.find((each) => each.side === "upper" && each.status === "proven");
  print(style("bold", best === undefined ? "No proven figure applies." : describeGuarantee(best)));
  for (const line of table(guarantees)) print(paintStatus(line, guarantees, style));
  for (const unproven of guarantees.filter((each) => each.status !== "proven")) {
    print(`\n${describeGuarantee(unproven)}`);
  }
  if (notApplicable.length > 0) print("");
  for (const { method, reason } of notApplicable)
    print(style("dim", `does not apply: ${method} (${reason})`));
}

function table(guarantees: readonly Guarantee[]): string[] {
  if (guarantees.length === 0) return [];
  const text = formatTable(
    [
      { title: "epsilon", align: "right" },
      { title: "side" },
      { title: "worth" },
      { title: "method" },
      { title: "order", align: "right" },
      { title: "source" },
    ],
    guarantees.map(({ side, status, method, source, epsilon, order }) => [
      side === "upper" ? formatUp(epsilon.upper) : formatNumber(epsilon.lower),
      side,
      status,
      method,
      order === undefined ? "" : formatNumber(order),
      source,
    ]),
  );
  return ["", ...text.split("\n")];
}

function paintStatus(
  line: string,
  guarantees: readonly Guarantee[],
  style: (style: Style, text: string) => string,
): string {
  const status = guarantees.map((each) => each.status).find((each) => line.includes(`  ${each}  `));
  return status === undefined ? line : line.replace(status, style(COLOURS[status], status));
}

/** An event in one line of words. */
export function describeEvent(event: MechanismEvent): string {
  if (event.kind === "sequence") return event.of.map(describeEvent).join(", then ") || "nothing";
  if (event.kind === "repeat") return `${event.times} x ${describeEvent(event.of)}`;
  const { kind, ...fields } = event;
  const values = Object.entries(fields)
    .filter(([name]) => name !== "of")
    .map(([name, value]) => `${name} ${value}`);
  const inner = "of" in event ? ` of ${describeEvent(event.of)}` : "";
  return `${kind}(${values.join(", ")})${inner}`;
}
