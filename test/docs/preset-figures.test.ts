import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../scripts/docs/user-project.js";
import { guarantees, repeat } from "../../src/accounting/index.js";
import { privUnitRandomizer } from "../../src/mechanisms/index.js";
import type { Adjacency, Guarantee, MechanismEvent } from "../../src/privacy/index.js";
import { baseModel } from "../../src/training/config/configured-model.js";
import { PRESETS, type PresetName, type SettledConfig, type TrainConfig } from "../../src/training/index.js";
import { dimensionOf } from "../../src/training/models/index.js";
import { protocolOf } from "../../src/training/options/protocol-of.js";

const USERS = 60_000;
const DELTA = 1e-5;

type PrivateConfig = SettledConfig & TrainConfig & { readonly adjacency: Adjacency };

const configOf = (name: PresetName): PrivateConfig => PRESETS[name] as PrivateConfig;
const dimensionIn = (config: PrivateConfig): number => dimensionOf(baseModel(config));

/** One round of a preset. */
const roundOf = (config: PrivateConfig): MechanismEvent =>
  protocolOf(config, USERS, baseModel(config)).describeEvent()!;

/** Standard deviation of the noise of one report in each coordinate, in clip bounds. */
function reportNoise(config: PrivateConfig): number {
  if (config.protocol !== "cldp") return (config as { noiseToClip: number }).noiseToClip;
  const dimension = dimensionIn(config);
  const { localEpsilon } = config;
  return Math.sqrt(privUnitRandomizer({ localEpsilon, dimension, bound: 1 }).worstVariance / dimension);
}

/** Messages of a round that carry noise. */
function reportsIn(config: PrivateConfig, rate: number): number {
  const { absentees, dummies = 0 } = config as { absentees?: string; dummies?: number };
  return (absentees === "dummy" ? USERS : rate * USERS) + dummies;
}

/**
 * A server that is trusted with the updates and adds to their sum as much noise as reports and dummies carry
 * together.
 */
function serverRoundOf(config: PrivateConfig): MechanismEvent {
  const rate =
    "sampled" in config ? config.sampled / USERS : (config as { samplingRate: number }).samplingRate;
  const noiseToClip = reportNoise(config) * Math.sqrt(reportsIn(config, rate));
  return { kind: "poissonSample", rate, of: { kind: "gaussian", noiseToClip } };
}

const known = new Map<string, readonly Guarantee[]>();

/** All figures of a preset's rounds, or of those of a server, best first. */
function figuresOf(name: PresetName, round = roundOf): readonly Guarantee[] {
  const config = configOf(name);
  const event = repeat({ times: config.rounds, of: round(config) });
  const key = `${name} ${JSON.stringify(event)}`;
  const found = known.get(key) ?? guarantees(event, { adjacency: config.adjacency, delta: DELTA }).guarantees;
  known.set(key, found);
  return found;
}

function bestOf(figures: readonly Guarantee[], side: Guarantee["side"], status: string): number | undefined {
  return figures.find((each) => each.side === side && each.status === status)?.epsilon[side];
}

/** Cells of a row with figures; a preset may stand in other tables too. */
const FIGURES = 6;

/** The rows of presets in a document, cell by cell, without emphasis. */
function rowsOf(document: string): (readonly [PresetName, readonly string[]])[] {
  const text = readFileSync(join(ROOT, document), "utf8").replaceAll("**", "");
  return [...text.matchAll(/^\| `(mnist-[\w-]+)`(.*) \|$/gm)]
    .map(([, name, cells]) => [name as PresetName, cells!.split(" | ")] as const)
    .filter(([name, cells]) => name in PRESETS && cells.length >= FIGURES);
}

/** A printed figure is the exact one rounded to its side in its last digit; a dash where there is none. */
function expectRounded(printed: string, exact: number | undefined, side: Guarantee["side"] = "upper"): void {
  if (exact === undefined) {
    expect(printed).toBe("–");
    return;
  }
  const digits = /^[\d.]+/.exec(printed)![0];
  const unit = 10 ** -(digits.split(".")[1]?.length ?? 0);
  const excess = side === "upper" ? Number(digits) - exact : exact - Number(digits);
  expect(excess, `${printed} for ${exact}`).toBeGreaterThanOrEqual(0);
  expect(excess, `${printed} for ${exact}`).toBeLessThan(unit);
}

describe("presets' figures, rounded to their side", () => {
  it.each(rowsOf("README.md"))("README.md: %s", (name, cells) => {
    const [proven, lower, conditional, server, ratio] = cells.slice(2) as [
      string,
      string,
      string,
      string,
      string,
    ];
    const figures = figuresOf(name);
    expectRounded(proven, bestOf(figures, "upper", "proven"));
    expectRounded(lower, bestOf(figures, "lower", "proven"), "lower");
    expectRounded(conditional, bestOf(figures, "upper", "conditional"));
    const isServer = configOf(name).protocol === "central";
    const ofServer = isServer ? undefined : bestOf(figuresOf(name, serverRoundOf), "upper", "proven");
    expectRounded(server, ofServer);
    const ofRatio = ofServer === undefined ? undefined : bestOf(figures, "upper", "proven")! / ofServer;
    expectRounded(ratio, ofRatio);
  });

  it("README.md: the figure against an analyzer who works with all other users", () => {
    const [, printed] = /([\d.]+) by the shuffler's dummies alone/.exec(
      readFileSync(join(ROOT, "README.md"), "utf8"),
    )!;
    const alone = figuresOf("mnist-against-users").find(({ method }) => method === "dummies-pld")!;
    expectRounded(printed!, alone.epsilon.upper);
  });

  it("README.md: LT22's run, on its first screen", () => {
    const readme = readFileSync(join(ROOT, "README.md"), "utf8").replaceAll("**", "");
    const [published, proven, lower] = [...readme.matchAll(/^\| .* \| ([\d.]+) \| /gm)].map(
      ([, cell]) => cell!,
    );
    const figures = figuresOf("mnist-check-in-lt22");
    expectRounded(published!, figures.find(({ method }) => method === "rdp-published")!.epsilon.upper);
    expectRounded(proven!, bestOf(figures, "upper", "proven"));
    expectRounded(lower!, bestOf(figures, "lower", "proven"), "lower");
  });

  it.each(rowsOf("docs/training.md"))("docs/training.md: %s", (name, cells) => {
    const [proven, conditional, published] = cells.slice(5) as [string, string, string];
    const figures = figuresOf(name).filter(({ side }) => side === "upper");
    expectRounded(proven, bestOf(figures, "upper", "proven"));
    expectRounded(conditional, bestOf(figures, "upper", "conditional"));
    const [, figure, method] = /^([\d.]+).*`([\w-]+)`/.exec(published) ?? [];
    if (figure === undefined) return;
    expectRounded(figure, figures.find((each) => each.method === method)!.epsilon.upper);
  });

  it("are there", () => {
    expect(rowsOf("README.md").length).toBeGreaterThanOrEqual(4);
    expect(rowsOf("docs/training.md").length).toBeGreaterThanOrEqual(5);
  });
});
