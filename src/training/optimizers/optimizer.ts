/** Turns released gradients into steps. It sees nothing else, so whatever it does is post-processing. */
export interface Optimizer {
  /** How many vectors it carries from step to step. */
  readonly memorySize: number;
  /**
   * @param memory what the step before returned; nothing before the first
   * @param round rounds done before this one
   */
  step(gradient: Float64Array, memory: readonly Float32Array[], round: number): OptimizerStep;
}

export interface OptimizerStep {
  /** The weights move against it, times the learning rate. */
  readonly direction: Float32Array | Float64Array;
  readonly memory: readonly Float32Array[];
}
