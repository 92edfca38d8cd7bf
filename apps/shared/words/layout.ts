/** How words are marked where that is possible. */
export type Mark = "bold" | "dim" | "red" | "green" | "yellow";

/** Marks a text; as it is where nothing can be marked. */
export type Paint = (mark: Mark, text: string) => string;

/** What text is laid out for. */
export interface Layout {
  /** Columns that a line may take. */
  readonly width: number;
  readonly paint: Paint;
}
