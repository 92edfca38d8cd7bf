import { basename, extname } from "node:path";
import { DpError } from "../../../../src/errors.js";
import { baseModel } from "../../../../src/training/config/configured-model.js";
import { PRESETS, type PresetName } from "../../../../src/training/config/presets.js";
import { PUBLIC_MODEL_NAMES } from "../../../../src/training/config/public-models.js";
import { readTrainConfig } from "../../../../src/training/config/read-train-config.js";
import type { TrainConfig } from "../../../../src/training/config/train-config.js";
import { YARDSTICKS } from "../../../../src/training/config/yardsticks.js";
import { isTokenInput } from "../../../../src/training/layers/token-input.js";
import { MODEL_NAMES } from "../../../../src/training/models/model-name.js";
import { OPTIMIZER_FIELDS } from "../../../../src/training/options/option-fields.js";
import type { Tokenizer } from "../../../../src/training/text/tokenizer.js";
import { readText } from "../read-text.js";
import { flagOf } from "./train-flags.js";

type Layer = Readonly<Record<string, unknown>>;

export interface ConfigSources {
  readonly preset?: PresetName | undefined;
  readonly configFile?: string | undefined;
  readonly flags: Layer;
  /** Of a model of texts; it has a say in the vocabulary. */
  readonly tokenizer?: Tokenizer | undefined;
}

/**
 * The configuration that the flags name: preset, then file, then flags, the later winning. Errors name the
 * flag, or the field of the file or the preset.
 */
export function gatherConfig({ preset, configFile, flags, tokenizer }: ConfigSources): TrainConfig {
  const fromFile = configFile === undefined ? {} : readConfigFile(configFile);
  const protocol = flags.protocol ?? fromFile.protocol;
  const fromPreset: Layer = preset === undefined ? {} : presetFor(preset, protocol);
  const merged = [fromPreset, fromFile, flags].reduce(mergeLayers, {});
  const defaults = merged.protocol === "nonprivate" ? {} : { adjacency: "replace-one" };
  const placeOf = (name: string): string => {
    if (flags[name] !== undefined) return flagOf(name);
    if (fromFile[name] !== undefined) return `--config ${configFile}: ${name}`;
    return fromPreset[name] === undefined ? flagOf(name) : `--preset ${preset}: ${name}`;
  };
  const vocabulary = tokenizer === undefined ? {} : vocabularyOf(tokenizer, merged.model);
  return readTrainConfig({ ...defaults, ...vocabulary, ...merged }, placeOf);
}

/** What a tokenizer says about a model of texts. */
function vocabularyOf({ vocabulary, special }: Tokenizer, model: unknown): Layer {
  const name = [...MODEL_NAMES, ...PUBLIC_MODEL_NAMES].find((each) => each === model);
  if (name === undefined || !isTokenInput(baseModel({ model: name }).input)) return {};
  const hasSegments = name.startsWith("bert-") && special.sep !== undefined;
  return { vocabulary, ...(hasSegments ? { separator: special.sep } : {}) };
}

/** A preset's settings; without noise those of its yardstick, where it has one. */
function presetFor(preset: PresetName, protocol: unknown): Layer {
  const yardstick = protocol === "nonprivate" ? YARDSTICKS[preset] : undefined;
  return { ...(yardstick ?? PRESETS[preset]) };
}

/** What to call a run: its preset, or its configuration file. */
export function runName({ preset, configFile }: ConfigSources): string {
  if (preset !== undefined) return preset;
  return configFile === undefined ? "custom" : basename(configFile, extname(configFile));
}

/** Ways to say one thing: naming one of them in a later layer drops the others. */
const ALTERNATIVES = [
  ["noiseToClip", "targetEpsilon"],
  ["rounds", "epochs"],
] as const;

function mergeLayers(under: Layer, over: Layer): Layer {
  const named = (name: string) => over[name] !== undefined;
  const replaced: string[] = ALTERNATIVES.filter((names) => names.some(named)).flat();
  if (named("optimizer") && over.optimizer !== (under.optimizer ?? "sgd")) {
    replaced.push(...Object.values(OPTIMIZER_FIELDS).flatMap((fields) => Object.keys(fields)));
  }
  const kept = Object.entries(under).filter(([name]) => !replaced.includes(name));
  return { ...Object.fromEntries(kept), ...over };
}

function readConfigFile(path: string): Layer {
  const text = textOf(path);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Layer;
  } catch (cause) {
    const message = `--config ${path} must be JSON: ${(cause as Error).message}`;
    throw new DpError("BAD_INPUT", message, { parameter: "--config", value: path, allowed: "JSON" }, cause);
  }
  throw new DpError("BAD_INPUT", `--config ${path} must be a JSON object of hyperparameters`, {
    parameter: "--config",
    value: path,
    allowed: "a JSON object of hyperparameters",
  });
}

function textOf(path: string): string {
  try {
    return readText(path);
  } catch (cause) {
    throw new DpError(
      "DATA_UNREADABLE",
      `--config ${path} cannot be read: ${(cause as Error).message}`,
      { parameter: "--config", value: path, allowed: "a file of at most 64 MiB" },
      cause,
    );
  }
}
