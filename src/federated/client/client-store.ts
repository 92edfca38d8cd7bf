/** Where a client keeps its state. */
export interface ClientStore {
  /** What was written last; undefined at first. */
  read(): Promise<string | undefined>;
  /**
   * Replaces the state, durably, in one step.
   *
   * @param before what `read` gave
   * @returns false, and nothing written, where the state is not `before` any more: another tab or process was
   *   faster
   */
  replace(before: string | undefined, after: string): Promise<boolean>;
}
