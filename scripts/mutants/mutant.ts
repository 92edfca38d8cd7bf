/**
 * One wrong line that would make a privacy figure or a release worth less than it says, and the tests that
 * must notice.
 */
export interface Mutant {
  /** What is wrong with it, in a few words. */
  readonly what: string;
  /** From the root of the repository. */
  readonly file: string;
  /** The original text, which stands in the file once. */
  readonly from: string;
  readonly to: string;
  /** Test files, one of which must fail. */
  readonly tests: readonly string[];
}
