/** What separates a table's columns. */
export interface Separation {
  readonly delimiter: string;
  /** Whether neither the caller nor the file said it. */
  readonly guessed: boolean;
}
