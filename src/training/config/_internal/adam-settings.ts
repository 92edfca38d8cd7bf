/** Adam as Transformers are trained here. */
export const ADAM_SETTINGS = {
  layerSteps: "equal",
  optimizer: "adam",
  adamBeta1: 0.9,
  adamBeta2: 0.999,
  adamEpsilon: 1e-8,
  weightDecay: 0,
} as const;
