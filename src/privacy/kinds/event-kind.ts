import type { Range } from "../../validate.js";

/**
 * A field of an event: what `readEvent` and the constructors check, and what the JSON Schema and
 * docs/events.md say.
 */
export interface EventField {
  /** What it means, in words. */
  readonly meaning: string;
  /** Its symbol in the papers. */
  readonly symbol?: string;
  /**
   * A number of this range, one of these words, an event, an array of events or of answers, or a channel's
   * matrix.
   */
  readonly type: Range | readonly string[] | "event" | "events" | "answers" | "matrix";
  /** What the number counts or is measured in. */
  readonly unit?: string;
  /** Whether it may be left out; default false. */
  readonly optional?: boolean;
  /** What it says where it is left out: it is then not written out. */
  readonly byDefault?: number | string;
  /** Of several fields with the same words here, exactly one is given. */
  readonly oneOf?: string;
  /** The field that the number may not exceed. */
  readonly atMost?: string;
}

/** An event kind: what happened, and its fields. */
export interface EventKind<Field extends string = string> {
  /** What happened, in a sentence. */
  readonly meaning: string;
  readonly fields: Readonly<Record<Field, EventField>>;
}

type FieldOf<Event> = Event extends unknown ? Exclude<keyof Event & string, "kind"> : never;

/** The kind of an event's type: it has the type's fields, all of them. */
export type EventKindOf<Event> = EventKind<FieldOf<Event>>;
