import { type RandomSource, seededSource } from "../../random/index.js";
import type { ClipRule } from "../../training/gradients/clip-rule.js";
import { type GradientEngine, openGradientEngine } from "../../training/gradients/gradient-engine.js";
import { canaryGradient } from "../canaries/canary-gradient.js";
import type { Game } from "../game.js";
import { type Canary, dot, exampleCanary, gradientCanary } from "./_internal/canary.js";
import { type CheckedGame, checkTrainingGame } from "./_internal/check-training-game.js";
import { estimatedSum } from "./_internal/estimated-sum.js";
import type { Others } from "./_internal/others.js";
import { PlayEngine } from "./_internal/play-engine.js";
import { type Candidate, releaseScore } from "./_internal/release-score.js";
import { releasedRun } from "./_internal/released-run.js";
import type { TrainingGameOptions } from "./training-game-options.js";

/** A game whose plays are training runs. */
export interface TrainingGame extends Game {
  trial(secret: boolean, source: RandomSource): Promise<number>;
  /** Stops the threads that compute gradients. */
  close(): Promise<void>;
}

/**
 * Opens a game in which a play is a run of the library's training loop with one example in or out.
 *
 * The attacker of `releases` sees the noisy mean of every round (of weights that are permuted, the weights),
 * knows all else of the data, and sums the log-likelihood ratios of the canary that was expected; that of
 * `loss` sees the last weights, and scores by the canary's loss. What is computed from releases is
 * post-processing, so that training is by plain SGD.
 *
 * @returns the game, for {@link audit}; close it in the end
 * @throws DpError BAD_INPUT or OUT_OF_RANGE an option is not what it should be; NOT_APPLICABLE a protocol
 *   whose users randomize their own gradients: audit its event. Plays throw what training throws
 * @example
 * const protocol = central({ examples: 100, samplingRate: 0.5, clipBound: 1, sumStdDev: 0.2 });
 * const model = { input: { height: 1, width: 1, channels: 4 }, layers: [{ kind: "dense", units: 2 }] } as const;
 * const game = await openTrainingGame({ protocol, model, adjacency: "zero-out", rounds: 2, canary: "random" });
 * const report = await audit(game, { trials: 200, delta: 1e-5, adjacency: "zero-out", claim: 1, source: seededSource(7) });
 * await game.close();
 * report.verdict; // "refuted"
 * @see Nasr et al., "Tight Auditing of Differentially Private Machine Learning", USENIX Security 2023;
 *   docs/auditing.md
 */
export async function openTrainingGame(options: TrainingGameOptions): Promise<TrainingGame> {
  const game = checkTrainingGame(options);
  const weights = game.weights;
  const engines: GradientEngine[] = [];
  const engineOf = async (examples: NonNullable<typeof game.data>): Promise<GradientEngine> => {
    const { model } = game;
    const engine = await openGradientEngine({ model, train: examples, test: examples, threads: 1 });
    engines.push(engine);
    return engine;
  };
  const close = async (): Promise<void> => {
    await Promise.all(engines.map((engine) => engine.close()));
  };
  try {
    const examples = game.canaryExamples && (await engineOf(game.canaryExamples));
    const others = game.data && { engine: await engineOf(game.data), count: game.data.count };
    return { trial: (secret, source) => play({ ...game, weights, examples, others }, secret, source), close };
  } catch (error) {
    await close();
    throw error;
  }
}

type OpenGame = CheckedGame & {
  readonly examples: GradientEngine | undefined;
  readonly others: Others | undefined;
};

async function play(game: OpenGame, secret: boolean, source: RandomSource): Promise<number> {
  const own = ownSource(source);
  const { protocol, rounds, weights, learningRate, clipBound, examples } = game;
  const event = protocol.describeEvent();
  const isWatched = game.attack === "releases";
  const engine = new PlayEngine(canaryOf(game, own.fork(1)), { secret, others: game.others, isWatched });
  const score = releaseScore(event, clipBound);
  const last = await releasedRun({
    ...{ protocol, engine, rounds, weights, learningRate, source: own.fork(0) },
    onRelease: ({ round, mean, participants }) => {
      if (!isWatched) return;
      const sum = estimatedSum(protocol, { mean, participants }, engine.others, score.rateOf(participants));
      const candidate = (gradient: Float64Array): Candidate => ({
        inner: dot(sum, gradient),
        square: dot(gradient, gradient),
      });
      const { present, absent } = engine.expected;
      score.add({ round, participants, present: candidate(present), absent: absent && candidate(absent) });
    },
  });
  return isWatched ? score.total : lossScore(examples!, last, game.isReplaced);
}

/** A stream for one play; forks of the source given would be the same for all plays. */
function ownSource(source: RandomSource): RandomSource {
  if (source.secure) return source;
  const words = new Uint32Array(2);
  source.fill(words);
  return seededSource((words[0]! >>> 11) * 2 ** 32 + words[1]!);
}

function canaryOf(game: OpenGame, source: RandomSource): Canary {
  const { clipBound, isReplaced, examples, kind, normToClip } = game;
  if (kind === undefined) return exampleCanary(examples!, { clipBound, isReplaced });
  const norm = clipBound * normToClip;
  const gradient = canaryGradient(kind, { dimension: game.weights.length, norm, source });
  return gradientCanary(gradient, { clipBound, isReplaced });
}

const UNCLIPPED: ClipRule = { norm: "none" };

/** How little the canary surprises the weights, compared with the example in its place. */
async function lossScore(
  engine: GradientEngine,
  weights: Float32Array,
  isReplaced: boolean,
): Promise<number> {
  const lossOf = async (example: number): Promise<number> =>
    (await engine.clippedGradientSum(weights, Uint32Array.of(example), UNCLIPPED)).lossSum;
  return (isReplaced ? await lossOf(1) : 0) - (await lossOf(0));
}
