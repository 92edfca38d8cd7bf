import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EXPERIMENTS } from "../../experiments/experiments.js";
import { PAPERS, type Paper } from "../../experiments/listed-experiment.js";
import { type ItemPart, type ItemValue, VERDICTS } from "../../experiments/paper-item.js";
import { PAPER_ITEMS } from "../../experiments/paper-items.js";
import { PRESETS } from "../../src/training/config/presets.js";
import { TASK_NAMES } from "../../src/training/config/tasks.js";
import { runBuilt } from "../e2e/_internal/run-built.js";

const ROOT = join(import.meta.dirname, "../..");
const ALL = PAPERS.flatMap((paper) => PAPER_ITEMS[paper].map((item) => ({ paper, ...item })));

const PAGE = readFileSync(join(ROOT, "docs/experiments.md"), "utf8");

/** A paper's rows as the page has them; another test compares the page with what is generated. */
function rowsOf(paper: Paper): string[] {
  const block = PAGE.split(`<!-- generated: items ${paper} -->\n`)[1]!.split("\n<!-- end -->")[0]!;
  return block.split("\n").slice(2);
}

/** What each paper numbers, counted in its text. */
const NUMBERED: Readonly<Record<Paper, readonly string[]>> = {
  GDD21: [
    ...numbers("Definition", 4),
    ...numbers("Theorem", 6),
    ...numbers("Lemma", 10),
    ...numbers("Remark", 2),
    ...["Corollary 1", "Remark 3", "Algorithm 1", "Table 1", "Equation 5", "Appendix A", "Figure 1"],
    ...["2", "3", "4"].flatMap((figure) => ["a", "b", "c"].map((panel) => `Figure ${figure}(${panel})`)),
    ...["Figure 5(a)", "Figure 5(b)", "Condition (8)", "Condition (9)", "Conditions (i) to (iv)"],
  ],
  LT22: [
    ...numbers("Definition", 4),
    ...numbers("Lemma", 2),
    ...numbers("Theorem", 3),
    ...["Corollary 1", "Conjecture 1", "Algorithm 1", "Footnote 3", "Equation 17", "Figure 1a", "Figure 1b"],
    ...numbers("Table 1, Ours, T =", 7),
    ...numbers("Table 1, Clones, T =", 7),
  ],
  LT23: [
    ...numbers("Definition", 4),
    ...numbers("Lemma", 2),
    ...numbers("Theorem", 3),
    ...["Corollary 1", "Algorithm 1", "Footnote 1", "Equation 11", "Equation 12", "Figure 1a", "Figure 1b"],
    ...numbers("Table 1, Ours, T =", 7),
    ...numbers("Table 1, Clones, T =", 7),
  ],
  YJX25: [
    ...numbers("Definition", 6),
    ...numbers("Theorem", 6),
    ...numbers("Lemma", 3),
    ...["I", "II", "III", "IV", "V", "VI", "VII", "VIII"].map((table) => `Table ${table},`),
    ...["Algorithm 1", "Figure 1", "Figure 2", "Figure 4", "Appendix A-A", "Appendix A-C", "Appendix B-A"],
    ...["a", "b", "c", "d", "e", "f"].map((panel) => `Figure 3(${panel})`),
  ],
};

function numbers(name: string, last: number): string[] {
  return Array.from({ length: last }, (_, i) => `${name} ${i + 1}`);
}

/** Whether an item begins with a name, and not with a longer number. */
function isOf(item: string, name: string): boolean {
  return item.startsWith(name) && !/^\d/.test(item.slice(name.length));
}

describe.each(PAPERS)("%s", (paper) => {
  it("has a row for all that it numbers", () => {
    const missing = NUMBERED[paper].filter(
      (name) => !PAPER_ITEMS[paper].some(({ item }) => isOf(item, name) || item.includes(` and ${name}`)),
    );
    expect(missing).toEqual([]);
  });

  it("has no two rows of one name", () => {
    const names = PAPER_ITEMS[paper].map(({ item }) => item);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });
});

it("there are as many as the papers have, and every one has a verdict with its reason", () => {
  expect(ALL.length).toBeGreaterThan(170);
  for (const { item, verdict, why, ours, printed } of ALL) {
    expect(VERDICTS, item).toContain(verdict);
    expect(printed, item).not.toBe("");
    if (verdict !== "agrees") expect(why, item).not.toBe("");
    if (verdict === "agrees") expect(ours, item).not.toBeNull();
  }
});

it("a row has its computed value, its command and its reason, and no cell breaks the table", () => {
  for (const paper of PAPERS) {
    const rows = rowsOf(paper);
    expect(rows).toHaveLength(PAPER_ITEMS[paper].length);
    for (const row of rows) expect(row.match(/(?<!\\)\|/g), row).toHaveLength(7);
  }
  expect(rowsOf("GDD21").join("\n")).toMatch(
    /Figure 5\(b\), Theorem 1 at 89\.7 % \| epsilon 5\.8 \|.*5\.795 \(gdd21-upper, proven\)/,
  );
  expect(rowsOf("LT22").join("\n")).toContain(
    "| 0.22821 | `croupier experiment lt22-table-1` | 0.22821 (conditional) |",
  );
});

/** What a cell is made of. */
function partsOf(value: ItemValue): readonly ItemPart[] {
  if (value === null) return [];
  return typeof value === "object" && "length" in value ? value : [value as ItemPart];
}

it("no figure of ours is typed by hand: words alone have no number, before a computed part there is none", () => {
  const typed = ALL.flatMap(({ paper, item, ours, proven }) =>
    [ours, proven].flatMap((value) => {
      const [first] = partsOf(value);
      if (typeof first !== "string") return [];
      const named = first.replace(/\b(Theorem|Equation|Table|Figure) \d+/g, "");
      return /(?<![\w-])[+-]?\d/.test(named) ? [`${paper}, ${item}: ${first}`] : [];
    }),
  );
  expect(typed).toEqual([]);
});

describe("commands", () => {
  const commands = [...new Set(ALL.map(({ command }) => command))];

  it("are of experiments, presets, tasks and tests that there are", () => {
    const names = EXPERIMENTS.map(({ name }) => name);
    for (const command of commands) {
      const [program, verb, ...rest] = command.split(" ");
      if (program === "vitest") {
        expect(existsSync(join(ROOT, rest[0]!)), command).toBe(true);
        continue;
      }
      expect(program).toBe("croupier");
      if (verb === "experiment") expect(names).toContain(rest[0]);
      else if (verb === "train" && rest[0] === "--preset") expect(Object.keys(PRESETS)).toContain(rest[1]);
      else if (verb === "train") expect(TASK_NAMES).toContain(rest[rest.indexOf("--task") + 1]);
      else expect(verb, command).toBe("account");
    }
  });

  it("answer, where they account", async () => {
    const accounts = commands.filter((command) => command.startsWith("croupier account "));
    expect(accounts.length).toBeGreaterThan(1);
    for (const command of accounts) {
      const { status, stderr } = await runBuilt(command.split(" ").slice(1));
      expect(status, stderr).toBe(0);
    }
  });

  it("of the long forms wrote what the table reads, in their long form", () => {
    const read = new Set(
      ALL.flatMap(({ ours, proven }) =>
        [...partsOf(ours), ...partsOf(proven)].flatMap((part) =>
          typeof part === "object" && "experiment" in part ? [part.experiment] : [],
        ),
      ),
    );
    expect(read.size).toBeGreaterThan(3);
    for (const name of read) {
      const result = JSON.parse(readFileSync(join(ROOT, `scripts/docs/measured/${name}.json`), "utf8"));
      expect(result).toMatchObject({ experiment: name, quick: false, seed: 1 });
    }
  });
});
