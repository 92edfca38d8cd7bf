import { posix } from "node:path";

const FENCED = /(^```[\s\S]*?^```)/m;
const LINK = /!?\[([^\]]*)\]\((?![a-z]+:)([^)#\s]+)(#[^)\s]*)?\)/g;

/**
 * A Markdown text in which each link or picture that is not there is its label alone; `folder` is where the
 * text stands.
 */
export function withoutBrokenLinks(text, folder, files) {
  const isThere = (path) => files.some((file) => file === path || file.startsWith(`${path}/`));
  const parts = text.split(FENCED).map((part, i) => {
    if (i % 2 === 1) return part;
    return part.replace(LINK, (link, label, target) =>
      isThere(posix.normalize(posix.join(folder, target)).replace(/\/$/, "")) ? link : label,
    );
  });
  return parts.join("");
}
