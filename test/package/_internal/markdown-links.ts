import { dirname, posix } from "node:path";

/** A link of a document to a file beside it, or to a heading. */
export interface Link {
  /** The file, from the same root as the document's path; the document itself where only a heading is given. */
  readonly path: string;
  readonly heading: string | undefined;
}

/** The links and pictures of a Markdown text, code left out; those to the web are not among them. */
export function linksOf(document: string, text: string): Link[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, "").replace(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(([, target, heading]) => ({
    path: target ? posix.join(dirname(document), target).replace(/\/$/, "") : document,
    heading,
  }));
}

/**
 * The names by which places of a text are linked: headings in lower case, hyphens for spaces, no punctuation, later ones of one name
 * numbered; and anchors.
 */
export function headingsOf(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, "");
  const anchors = [...prose.matchAll(/<a id="([^"]+)">/g)].map(([, name]) => name!);
  const seen = new Map<string, number>();
  const headings = [...prose.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => {
    const name = nameOf(heading!);
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return before === 0 ? name : `${name}-${before}`;
  });
  return [...headings, ...anchors];
}

function nameOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
}
