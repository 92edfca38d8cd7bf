import {
  type GradientEngine,
  loadMnist,
  openGradientEngine,
  orientedGradients,
} from "../src/training/index.js";
import { roundContestant } from "./round-contestant.js";
import { type Rate, takeTurns } from "./take-turns.js";

const BLOCKS = [1, 16, 64];
/**
 * Of short runs of the linear model, whose ratios swing with the machine; the network's take seconds each.
 */
const TURNS = { "mnist-hog": 41, "mnist-cnn": 7 };

/**
 * Examples per second through the training loop on one thread, whole and in blocks: `timesFirst` is the rate
 * beside that of whole reports, in the same rounds.
 */
export async function benchBlocks(): Promise<Readonly<Record<string, readonly Rate[]>>> {
  const data = await loadMnist();
  const histograms = { train: orientedGradients(data.train), test: orientedGradients(data.test) };
  const linear = await openGradientEngine({ ...histograms, model: "mnist-hog", threads: 1 });
  const cnn = await openGradientEngine({ ...data, model: "mnist-cnn", threads: 1 });
  const examples = data.train.count;
  const rates = {
    "blocks of mnist-hog": await blockRates("mnist-hog", linear, examples),
    "blocks of mnist-cnn": await blockRates("mnist-cnn", cnn, examples),
  };
  for (const engine of [linear, cnn]) await engine.close();
  return rates;
}

function blockRates(
  model: "mnist-hog" | "mnist-cnn",
  engine: GradientEngine,
  examples: number,
): Promise<Rate[]> {
  const preset = "mnist-check-in";
  const contestants = BLOCKS.map((blocks) => roundContestant({ preset, model, engine, examples, blocks }));
  return takeTurns(contestants, TURNS[model]);
}
