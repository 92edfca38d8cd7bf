/** Small private runs on made-up pictures, the same in Node and in a page. */
const SIDE = 28;
const CLASSES = 10;

/** Noise on the sum, and reports that are randomized in the workers. */
const PROTOCOLS = {
  central: { kind: "central", samplingRate: 0.5, clipBound: 1, noiseToClip: 2 },
  cldp: { kind: "cldp", randomizer: "priv-unit", localEpsilon: 2, clipBound: 0.01, sampled: 150 },
};

/**
 * Trains and says how it ended: the losses, the bits of the weights, the figure, and how many threads there
 * were.
 *
 * @param library `croupier-dp/training` and `croupier-dp/random`, however they were loaded
 * @param options.seed none for the platform's randomness
 */
export async function tinyRun({ training, random }, { protocol, threads, seed }) {
  const model = "mnist-cnn";
  const data = { train: pictures(training, 200), test: pictures(training, 70) };
  const engine = await training.openGradientEngine({ model, ...data, threads });
  await engine.close();
  const { state, weights, spent, event } = await training.train({
    model,
    data,
    protocol: PROTOCOLS[protocol],
    privacy: { adjacency: "zero-out", delta: 1e-4 },
    learningRate: 0.5,
    rounds: 4,
    evaluateEvery: 2,
    threads,
    ...(seed === undefined ? {} : { source: random.seededSource(seed) }),
  });
  return {
    threads: engine.threads,
    losses: state.history.map(({ loss }) => loss),
    weights: [...new Uint32Array(weights.buffer, weights.byteOffset, weights.length)],
    epsilon: spent.guarantees[0].epsilon.upper,
    event,
  };
}

/** Class c is a bright bar at row 2 c + 4, of varying brightness. */
function pictures({ examplesFrom }, count) {
  const labels = Array.from({ length: count }, (_, i) => i % CLASSES);
  const inputs = new Uint8Array(count * SIDE * SIDE);
  for (const [i, label] of labels.entries()) {
    const start = (i * SIDE + 2 * label + 4) * SIDE;
    inputs.fill(155 + ((i * 37) % 100), start, start + 2 * SIDE);
  }
  return examplesFrom(inputs, labels, { shape: { height: SIDE, width: SIDE, channels: 1 } });
}
