import { readFileSync } from "node:fs";
import type { Route } from "../../../../src/federated/messages/router.js";

/** Nothing from elsewhere, nothing written into the page, nobody told where it came from. */
const HEADERS = {
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; img-src data:; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

const TYPES = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
} as const;

/** The files of a page by the paths at which they are served; they stand beside the built server. */
export type PageFiles = Readonly<Record<string, `${string}.${keyof typeof TYPES}`>>;

/** Serves the files of a page. */
export function pageRoutes(files: PageFiles): readonly Route[] {
  return Object.entries(files).map(([path, name]) => {
    const [, ending] = name.split(".") as [string, keyof typeof TYPES];
    return {
      method: "GET",
      path: path.replaceAll(".", "\\."),
      async handle() {
        const bytes = readFileSync(new URL(`./pages/${name}`, import.meta.url));
        return new Response(new Uint8Array(bytes), {
          headers: { ...HEADERS, "content-type": TYPES[ending] },
        });
      },
    };
  });
}
