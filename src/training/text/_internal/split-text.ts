/** What becomes of the parts of a text that a pattern matches. */
export const SPLITS = ["Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous"] as const;

/** One of {@link SPLITS}. */
export type Split = (typeof SPLITS)[number];

interface Span {
  readonly text: string;
  readonly isMatch: boolean;
}

/**
 * Cuts a text at what a global pattern matches, or with `isInverted` at what it does not match; no part is
 * empty.
 */
export function splitText(text: string, pattern: RegExp, split: Split, isInverted = false): string[] {
  const spans = spansOf(text, pattern).map((span) => ({ ...span, isMatch: span.isMatch !== isInverted }));
  return joined(spans, split).filter((part) => part !== "");
}

function joined(spans: readonly Span[], split: Split): string[] {
  switch (split) {
    case "Removed":
      return spans.filter(({ isMatch }) => !isMatch).map(({ text }) => text);
    case "Isolated":
      return spans.map(({ text }) => text);
    case "MergedWithPrevious":
      return joinWhere(spans, ({ isMatch }, before) => isMatch && !before.isMatch);
    case "MergedWithNext":
      return joinWhere(spans, ({ isMatch }, before) => !isMatch && before.isMatch);
    case "Contiguous":
      return joinWhere(spans, ({ isMatch }, before) => isMatch === before.isMatch);
  }
}

function joinWhere(spans: readonly Span[], isJoined: (span: Span, before: Span) => boolean): string[] {
  const parts: string[] = [];
  for (const [i, span] of spans.entries()) {
    if (i > 0 && isJoined(span, spans[i - 1]!)) parts.push(parts.pop()! + span.text);
    else parts.push(span.text);
  }
  return parts;
}

function spansOf(text: string, pattern: RegExp): Span[] {
  const spans: Span[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(pattern)) {
    if (end < index) spans.push({ text: text.slice(end, index), isMatch: false });
    spans.push({ text: match, isMatch: true });
    end = index + match.length;
  }
  if (end < text.length) spans.push({ text: text.slice(end), isMatch: false });
  return spans;
}
