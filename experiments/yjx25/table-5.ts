import { seededSource } from "../../src/random/index.js";
import type { Examples } from "../../src/training/data/examples.js";
import { train } from "../../src/training/index.js";
import { byteGpt } from "../../src/training/models/byte-gpt.js";
import { gpt2Model } from "../../src/training/models/gpt2-model.js";
import { byteTokenizer } from "../../src/training/text/byte-tokenizer.js";
import { languageExamples } from "../../src/training/text/language-examples.js";
import { meaningPrompt } from "../../src/training/text/meaning-prompt.js";
import type { Experiment, ExperimentOptions } from "../experiment.js";
import { compareRuns, NOTES } from "./_internal/compared-runs.js";
import { type Place, PRIVATE_WORDS, PUBLIC_WORDS, placesOf, rowsOf } from "./_internal/made-up-places.js";
import { PRINTED_TABLE_5 } from "./_internal/paper-rows.js";
import { EPSILONS, publishedRows } from "./_internal/published-rows.js";
import { writtenTexts } from "./_internal/written-texts.js";

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
    const kept = options.quick ? tested.slice(0, 1) : tested;
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
        nonprivate: { ...learning, rounds: options.quick ? 2 : 400, batchSize: 64 },
        pretrained,
        columns: ["loss, nats a byte", "BLEU", "METEOR"],
        measure: (outcome) => writtenTexts(outcome, kept, { tokenizer: byteTokenizer, length: LENGTH }),
      },
      options,
    );
    return {
      tables: [
        {
          title: "Published BLEU and METEOR",
          columns: ["model, data, measure", "method", ...EPSILONS.map((e) => `epsilon ${e}`)],
          rows: PRINTED_TABLE_5.flatMap(publishedRows),
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
    rounds: options.quick ? 2 : 1200,
    learningRate: 0.003,
    evaluateEvery: options.quick ? 2 : 1200,
    protocol: { kind: "nonprivate", batchSize: 64 },
    data: { train: examplesOf(placesOf(PUBLIC_WORDS), options), test },
    source: seededSource(options.seed),
    threads: options.quick ? 1 : 2,
  });
  return { weights };
}

function examplesOf(places: readonly Place[], { quick }: ExperimentOptions): Examples {
  const texts = rowsOf(places).map(({ meaning, text }) => meaningPrompt(meaning) + text);
  const kept = quick ? texts.slice(0, 300) : texts;
  return languageExamples(kept, { tokenizer: byteTokenizer, length: LENGTH, each: "text" });
}

/** The quick form's. */
const TINY = { layers: 1, heads: 2, width: 32, vocabulary: byteTokenizer.vocabulary, length: LENGTH };

function learningOf({ quick }: ExperimentOptions) {
  const rounds = quick ? 3 : 60;
  return {
    model: quick ? gpt2Model(TINY) : byteGpt({ length: LENGTH }),
    rounds,
    learningRate: 0.001,
    learningRateSchedule: "linear",
    optimizer: { kind: "adam" },
    averageDecay: 0.9,
    evaluateEvery: rounds,
  } as const;
}
