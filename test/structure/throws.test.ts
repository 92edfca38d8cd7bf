import { relative } from "node:path";
import { describe, expect, it } from "vitest";
import { type Node, nodesOf, parse, ROOT, sourcesIn } from "./_internal/source-files.js";

/**
 * Codes of errors that are about no value: the caller cancelled, a worker or the platform failed, a method
 * missed its accuracy.
 */
const CODES_WITHOUT_VALUE = ["CANCELLED", "WORKER_DIED", "UNSUPPORTED", "NOT_CONVERGED"];

/** Other errors without an offending value: how many a file makes, and why. */
const WITHOUT_VALUE: Readonly<Record<string, { readonly count: number; readonly why: string }>> = {
  "src/accounting/claims/not-applicable.ts": {
    count: 1,
    why: "the reason is about the event as a whole, and becomes an entry of notApplicable",
  },
  "apps/cli/_internal/account/asked-event.ts": { count: 1, why: "nothing was given" },
  "apps/cli/_internal/train/open-run.ts": { count: 1, why: "nothing was given" },
};

/**
 * The lines where a file makes an error whose details have no value; details of another error may be handed
 * on.
 */
function linesWithoutValue(path: string, text?: string): number[] {
  const source = parse(path, text);
  return [...nodesOf(source.body)]
    .filter((node) => node.type === "NewExpression" && (node.callee as { name?: string }).name === "DpError")
    .filter(({ arguments: given }) => needsValue((given as Node[])[0]) && !carriesValue((given as Node[])[2]))
    .map((node) => source.text.slice(0, node.start).split("\n").length);
}

function needsValue(code: Node | undefined): boolean {
  return !CODES_WITHOUT_VALUE.includes(code?.value as string);
}

function carriesValue(details: Node | undefined): boolean {
  if (details === undefined) return false;
  if (details.type !== "ObjectExpression") return true;
  return (details.properties as Node[]).some(
    (property) => property.type === "SpreadElement" || (property.key as { name?: string }).name === "value",
  );
}

describe("errors", () => {
  const found = new Map(
    [...sourcesIn("src"), ...sourcesIn("apps")].map((path) => [
      relative(ROOT, path),
      linesWithoutValue(path),
    ]),
  );

  it("carry the value that they are about, in details.value", () => {
    for (const [file, lines] of found) {
      expect(lines, `${file}: lines whose error has no details.value`).toHaveLength(
        WITHOUT_VALUE[file]?.count ?? 0,
      );
    }
  });

  it("without one are as many as listed, and no more files than that", () => {
    for (const [file, { count }] of Object.entries(WITHOUT_VALUE)) {
      expect(found.get(file)?.length, file).toBeGreaterThanOrEqual(count);
    }
  });

  it("are noticed by their missing value, and accepted with one", () => {
    const lines = (text: string) => linesWithoutValue("example.ts", text);
    expect(lines('\nthrow new DpError("BAD_INPUT", "value: " + value, { parameter: "x" });')).toEqual([2]);
    expect(lines('throw new DpError("BAD_INPUT", "{ value }");')).toEqual([1]);
    expect(lines('throw new DpError("BAD_INPUT", "x", {}, cause);')).toEqual([1]);
    expect(lines('throw new DpError("BAD_INPUT", "x", { parameter: "x", value });')).toEqual([]);
    expect(lines('throw new DpError("BAD_INPUT", "x", { value: 3, allowed: "4" });')).toEqual([]);
    expect(lines('throw new DpError("BAD_INPUT", "x", error.details);')).toEqual([]);
    expect(lines('throw new DpError("CANCELLED", "x");')).toEqual([]);
  });
});
