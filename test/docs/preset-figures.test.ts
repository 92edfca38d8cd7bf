import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../scripts/docs/user-project.js";
import { guarantees, repeat } from "../../src/accounting/index.js";
import type { Guarantee, MechanismEvent } from "../../src/privacy/index.js";
import { PRESETS, type PresetName, type SettledConfig, type TrainConfig } from "../../src/training/index.js";
import { protocolOf } from "../../src/training/options/protocol-of.js";

const USERS = 60_000;
const DELTA = 1e-5;

/** One round of a preset. */
const roundOf = (config: TrainConfig): MechanismEvent =>
  protocolOf(config as SettledConfig, USERS).describeEvent()!;

const known = new Map<PresetName, readonly Guarantee[]>();

/** The upper bounds of a preset's run, best first. */
function figuresOf(name: PresetName): readonly Guarantee[] {
  const config = PRESETS[name] as TrainConfig & { readonly rounds: number; readonly adjacency: "zero-out" };
  const event = repeat({ times: config.rounds, of: roundOf(config) });
  const { adjacency } = config;
  const found = known.get(name) ?? guarantees(event, { adjacency, delta: DELTA }).guarantees;
  known.set(name, found);
  return found.filter(({ side }) => side === "upper");
}

/** The rows of presets in a document, cell by cell, without emphasis. */
function rowsOf(document: string): (readonly [PresetName, readonly string[]])[] {
  const text = readFileSync(join(ROOT, document), "utf8").replaceAll("**", "");
  return [...text.matchAll(/^\| `(mnist-[\w-]+)`(.*) \|$/gm)]
    .filter(([, name]) => name! in PRESETS)
    .map(([, name, cells]) => [name as PresetName, cells!.split(" | ")]);
}

/** A printed figure is the exact one rounded up in its last digit. */
function expectRoundedUp(printed: string, exact: number): void {
  const unit = 10 ** -(printed.split(".")[1]?.length ?? 0);
  expect(Number(printed)).toBeGreaterThanOrEqual(exact);
  expect(Number(printed)).toBeLessThan(exact + unit);
}

const bestOf = (name: PresetName, status: string): number =>
  figuresOf(name).find((each) => each.status === status)!.epsilon.upper;

describe("presets' figures, rounded up", () => {
  it.each(rowsOf("README.md"))("README.md: %s", (name, cells) => {
    const [, proven, conditional] = /^([\d.]+)(?: \(([\d.]+) conditional\))?/.exec(cells[2]!)!;
    expectRoundedUp(proven!, bestOf(name, "proven"));
    if (conditional !== undefined) expectRoundedUp(conditional, bestOf(name, "conditional"));
  });

  it.each(rowsOf("docs/training.md"))("docs/training.md: %s", (name, cells) => {
    const [proven, conditional, published] = cells.slice(5);
    expectRoundedUp(/^[\d.]+/.exec(proven!)![0], bestOf(name, "proven"));
    if (conditional !== "–") expectRoundedUp(/^[\d.]+/.exec(conditional!)![0], bestOf(name, "conditional"));
    const [, figure, method] = /^([\d.]+).*`([\w-]+)`/.exec(published!) ?? [];
    if (figure === undefined) return;
    expectRoundedUp(figure, figuresOf(name).find((each) => each.method === method)!.epsilon.upper);
  });

  it("are there", () => {
    expect(rowsOf("README.md").length).toBeGreaterThanOrEqual(4);
    expect(rowsOf("docs/training.md").length).toBeGreaterThanOrEqual(5);
  });
});
