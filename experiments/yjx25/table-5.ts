import { seededSource } from "../../src/random/index.js";
import type { Examples } from "../../src/training/data/examples.js";
import { train } from "../../src/training/index.js";
import type { TrainOutcome } from "../../src/training/loop/train.js";
import { bleu } from "../../src/training/metrics/bleu.js";
import { meteor } from "../../src/training/metrics/meteor.js";
import { byteGpt } from "../../src/training/models/byte-gpt.js";
import { generateTokens } from "../../src/training/prediction/generate-tokens.js";
import { openPredictor } from "../../src/training/prediction/predictor.js";
import { byteTokenizer } from "../../src/training/text/byte-tokenizer.js";
import { languageExamples } from "../../src/training/text/language-examples.js";
import { meaningPrompt } from "../../src/training/text/meaning-prompt.js";
import type { Experiment, ExperimentOptions } from "../experiment.js";
import { compareRuns, EPSILONS, NOTES } from "./_internal/compared-runs.js";
import { type Place, PRIVATE_WORDS, PUBLIC_WORDS, placesOf, rowsOf } from "./_internal/made-up-places.js";
import { type PublishedLine, publishedRows } from "./_internal/published-rows.js";

const PRINTED: readonly PublishedLine[] = [
  ["GPT-2, DART, BLEU", 62, 1.91, 0.92, 38.73, 23.71, 33.51, 40.56, 40.94, 32.49, 42.68],
  ["GPT-2, DART, METEOR", 0.474, 0.005, 0.008, 0.333, 0.298, 0.318, 0.3612, 0.356, 0.341, 0.3859],
  ["GPT-2, E2E, BLEU", 66.75, 0.18, 0.01, 45.93, 35.8, 44.79, 49.77, 53.8, 46.29, 54.93],
  ["GPT-2, E2E, METEOR", 0.4537, ...[0.0201, 0.0108, 0.3119, 0.2877, 0.3091, 0.3286, 0.3328, 0.3174, 0.3436]],
  ["GPT-2-large, DART, BLEU", 66.28, 5.74, 4.73, 53.45, 47.28, 46.27, 54.77, 52.36, 52.63, 53.97],
  ["GPT-2-large, DART, METEOR", 0.521, ...[0.073, 0.045, 0.457, 0.423, 0.418, 0.4791, 0.449, 0.45, 0.4936]],
  ["GPT-2-large, E2E, BLEU", 68.8, 0.21, 0.09, 63.46, 30.97, 33.82, 64.51, 45.42, 45.55, 65.02],
  [
    "GPT-2-large, E2E, METEOR",
    0.4625,
    ...[0.0549, 0.0487, 0.3986, 0.241, 0.259, 0.4195, 0.318, 0.3231, 0.4276],
  ],
];

/** Bytes of the longest meaning with its text. */
const LENGTH = 112;
/**
 * One place in this number is for tests: no divisor of the numbers of words, so that every word is in both
 * splits.
 */
const SPLIT = 9;

/** YJX25 Table V: texts written from data, by epsilon, where each epsilon is worth what its column says. */
export const yjx25Table5: Experiment = {
  scale:
    "A GPT of bytes (2 layers, width 64, 123,904 weights) on made-up places, 7,108 pairs of a meaning and a text in batches of 142, 60 steps, one seed, in place of GPT-2 and GPT-2-large on E2E and DART. It was trained before on other made-up places, taken for public, as theirs on the web. Ghost clipping and MixOpt compute what plain DP-SGD computes; the paper states a batch size for its audit alone (1,000, Section VI-F) and leaves c' open.",
  run: async (options) => {
    const places = placesOf(PRIVATE_WORDS);
    const tested = places.filter((_, i) => i % SPLIT === 0).filter((_, i) => i % 4 === 0);
    const kept = options.quick ? tested.slice(0, 2) : tested;
    const learning = learningOf(options);
    const data = {
      train: examplesOf(
        places.filter((_, i) => i % SPLIT !== 0),
        options,
      ),
      test: examplesOf(tested, options),
    };
    const pretrained = await publicWeights(data.test, options);
    const measured = await compareRuns(
      {
        data,
        samplingRate: 0.02,
        learning,
        nonprivate: { ...learning, rounds: options.quick ? 5 : 400, batchSize: 64 },
        pretrained,
        columns: ["loss, nats a byte", "BLEU", "METEOR"],
        measure: (outcome) => measuredTexts(outcome, kept),
      },
      options,
    );
    return {
      tables: [
        {
          title: "Published BLEU and METEOR",
          columns: ["model, data, measure", "method", ...EPSILONS.map((e) => `epsilon ${e}`)],
          rows: PRINTED.flatMap(publishedRows),
        },
        measured,
      ],
      notes: [
        "What the model was trained on before is no part of any figure.",
        "Weights that hardly moved still write sentences about the public places, which share words with the right ones: their METEOR says little, their loss more.",
        "METEOR here counts equal words and stems, not synonyms: lower than other programs' figures.",
        ...NOTES,
      ],
    };
  },
};

/** Weights from the public places. */
async function publicWeights(test: Examples, options: ExperimentOptions) {
  options.onProgress("training on public places");
  const { weights } = await train({
    ...learningOf(options),
    rounds: options.quick ? 5 : 1200,
    learningRate: 0.003,
    evaluateEvery: options.quick ? 5 : 1200,
    protocol: { kind: "nonprivate", batchSize: 64 },
    data: { train: examplesOf(placesOf(PUBLIC_WORDS), options), test },
    source: seededSource(options.seed),
    threads: 2,
  });
  return { weights };
}

async function measuredTexts(
  { model, weights, state }: TrainOutcome,
  places: readonly Place[],
): Promise<number[]> {
  const predictor = await openPredictor({ model, weights });
  const { eos: end } = byteTokenizer.special;
  const texts = places.map(({ meaning }) => {
    const prompt = byteTokenizer.encode(meaningPrompt(meaning));
    const count = LENGTH - prompt.length;
    return byteTokenizer.decode(generateTokens(predictor, { prompt, count, end }));
  });
  const references = places.map((place) => place.texts);
  return [state.history.at(-1)!.loss, 100 * bleu(texts, references).score, meteor(texts, references)];
}

function examplesOf(places: readonly Place[], { quick }: ExperimentOptions): Examples {
  const texts = rowsOf(places).map(({ meaning, text }) => meaningPrompt(meaning) + text);
  const kept = quick ? texts.slice(0, 300) : texts;
  return languageExamples(kept, { tokenizer: byteTokenizer, length: LENGTH, each: "text" });
}

function learningOf({ quick }: ExperimentOptions) {
  const rounds = quick ? 3 : 60;
  return {
    model: byteGpt({ length: LENGTH }),
    rounds,
    learningRate: 0.001,
    learningRateSchedule: "linear",
    optimizer: { kind: "adam" },
    averageDecay: 0.9,
    evaluateEvery: rounds,
  } as const;
}
