type Content = string | Node | null | readonly Content[];

/**
 * An element with attributes and content; texts stay texts. A function is an event's, named without "on";
 * true is an attribute without a value, and false or undefined none.
 */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | number | boolean | undefined | ((event: Event) => void)>> = {},
  ...content: readonly Content[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value !== undefined && value !== false)
      made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...flat(content));
  return made;
}

/** Puts content in place of an element's. */
export function fill(place: Element, ...content: readonly Content[]): void {
  place.replaceChildren(...flat(content));
}

function flat(content: readonly Content[]): (string | Node)[] {
  return content.flatMap((each) =>
    each === null ? [] : typeof each === "string" || each instanceof Node ? [each] : flat(each),
  );
}
