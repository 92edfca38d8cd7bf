/** Small private runs on made-up pictures, the same in Node and in a page. */
const SIDE = 28;
const CLASSES = 10;

const COMMON = {
  model: "mnist-cnn",
  rounds: 4,
  evaluateEvery: 2,
  learningRate: 0.5,
  adjacency: "zero-out",
  delta: 1e-4,
};

/** Noise on the sum, and reports that are randomized in the workers. */
const CONFIGS = {
  central: { protocol: "central", samplingRate: 0.5, clipBound: 1, noiseToClip: 2, ...COMMON },
  cldp: {
    protocol: "cldp",
    randomizer: "priv-unit",
    sampled: 150,
    clipBound: 0.01,
    localEpsilon: 2,
    ...COMMON,
  },
};

/**
 * Trains and says how it ended: the losses, the bits of the weights, the figure, and how many threads there were.
 *
 * @param library `croupier/training` and `croupier/random`, however they were loaded
 * @param options.seed none for the platform's randomness
 */
export async function tinyRun({ training }, { protocol, threads, seed }) {
  const config = training.readTrainConfig({ ...CONFIGS[protocol], ...(seed === undefined ? {} : { seed }) });
  const data = { train: pictures(training, 200), test: pictures(training, 70) };
  const engine = await training.openGradientEngine({ model: config.model, ...data, threads });
  await engine.close();
  const { state, weights, spent } = await training.train({
    ...training.trainOptionsOf(config),
    data,
    threads,
  });
  return {
    threads: engine.threads,
    losses: state.history.map(({ loss }) => loss),
    weights: [...new Uint32Array(weights.buffer, weights.byteOffset, weights.length)],
    epsilon: spent.guarantees[0].epsilon.upper,
    event: state.ledger.event,
  };
}

/** Class c is a bright bar at row 2 c + 4, of varying brightness. */
function pictures(training, count) {
  const labels = Uint8Array.from({ length: count }, (_, i) => i % CLASSES);
  const inputs = new Uint8Array(count * SIDE * SIDE);
  for (let i = 0; i < count; i++) {
    const start = (i * SIDE + 2 * labels[i] + 4) * SIDE;
    inputs.fill(155 + ((i * 37) % 100), start, start + 2 * SIDE);
  }
  const shape = { height: SIDE, width: SIDE, channels: 1 };
  return training.examplesFrom(inputs, labels, { shape, classes: CLASSES });
}
