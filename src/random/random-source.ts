/**
 * Where random bits come from.
 *
 * `secure` sources draw from the platform's CSPRNG; seeded ones are for simulation and mark what they touch
 * as not private.
 */
export interface RandomSource {
  readonly secure: boolean;
  /** Fills `words` with independent uniform 32-bit words. */
  fill(words: Uint32Array): void;
  /**
   * An independent stream for a part of the work. A seeded source derives it from its seed and `label` alone,
   * never from how much has been drawn, so that a resumed or differently threaded run draws the same numbers;
   * a secure source returns itself.
   */
  fork(label: number): RandomSource;
}
