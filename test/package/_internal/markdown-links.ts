import { dirname, posix } from "node:path";
import GithubSlugger from "github-slugger";

/** A link of a document to a file beside it, or to a heading. */
export interface Link {
  /**
   * The file, from the same root as the document's path; the document itself where only a heading is given.
   */
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

/** What links of a text may name after `#`: its headings, as GitHub names them, and anchors. */
export function anchorsOf(text: string): string[] {
  const slugger = new GithubSlugger();
  const prose = text.replace(/^```[\s\S]*?^```/gm, "");
  const headings = [...prose.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => slugger.slug(heading!));
  return [...headings, ...[...prose.matchAll(/<a id="([^"]+)"/g)].map(([, id]) => id!)];
}
