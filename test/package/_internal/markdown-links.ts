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

/** The names by which headings are linked: lower case, hyphens for spaces, no punctuation. */
export function headingsOf(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, "");
  return [...prose.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
