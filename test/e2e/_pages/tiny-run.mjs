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
  central: { protocol: "central", sampleRate: 0.5, clipBound: 1, noiseToClip: 2, ...COMMON },
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
  const train = pictures(200);
  const test = pictures(70);
  const engine = await training.openGradientEngine({ model: config.model, train, test, threads });
  await engine.close();
  const { state, weights, spent } = await training.train({ config, train, test, threads });
  return {
    threads: engine.threads,
    losses: state.history.map(({ loss }) => loss),
    weights: [...new Uint32Array(weights.buffer, weights.byteOffset, weights.length)],
    epsilon: spent.guarantees[0].epsilon.upper,
    event: state.ledger.event,
  };
}

/** Class c is a bright bar at row 2 c + 4, of varying brightness. */
function pictures(count) {
  const labels = sharedBytes(count);
  const inputs = sharedBytes(count * SIDE * SIDE);
  for (let i = 0; i < count; i++) {
    labels[i] = i % CLASSES;
    const start = (i * SIDE + 2 * labels[i] + 4) * SIDE;
    inputs.fill(155 + ((i * 37) % 100), start, start + 2 * SIDE);
  }
  return { count, inputSize: SIDE * SIDE, inputs, labels };
}

/** Memory that threads share where they can. */
function sharedBytes(length) {
  return new Uint8Array(typeof SharedArrayBuffer === "undefined" ? length : new SharedArrayBuffer(length));
}
