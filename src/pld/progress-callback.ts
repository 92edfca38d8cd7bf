/**
 * Called repeatedly during a long computation with the fraction done, in [0, 1]; throws to stop the
 * computation.
 */
export type ProgressCallback = (fraction: number) => void;
