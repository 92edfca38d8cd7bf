import { execFileSync, spawn } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { writeAtomically } from "./write-atomically.js";

const root = realpathSync(mkdtempSync(join(tmpdir(), "croupier-write-")));
afterAll(() => rmSync(root, { recursive: true }));

let folder = root;
beforeEach(() => {
  folder = mkdtempSync(join(root, "case-"));
});

const isLink = (path: string): boolean => lstatSync(path).isSymbolicLink();

describe("writeAtomically", () => {
  it("makes and replaces files, and leaves nothing beside them", () => {
    const path = join(folder, "new");
    writeAtomically(path, "one");
    const before = statSync(path).ino;
    writeAtomically(path, Uint8Array.of(0x74, 0x77, 0x6f));
    expect(readFileSync(path, "utf8")).toBe("two");
    expect(statSync(path).ino).not.toBe(before);
    expect(readdirSync(folder)).toEqual(["new"]);
  });

  it("writes the file behind links and leaves the links", () => {
    mkdirSync(join(folder, "far"));
    const target = join(folder, "far", "target");
    writeFileSync(target, "old");
    symlinkSync("far/target", join(folder, "link"));
    symlinkSync(join(folder, "link"), join(folder, "chain"));
    for (const name of ["link", "chain"]) {
      writeAtomically(join(folder, name), name);
      expect(readFileSync(target, "utf8")).toBe(name);
      expect(isLink(join(folder, name))).toBe(true);
    }
    expect(readdirSync(join(folder, "far"))).toEqual(["target"]);
  });

  it("makes the file that a link names in vain, seen from where the link really is", () => {
    mkdirSync(join(folder, "deep", "er"), { recursive: true });
    symlinkSync("deep/er", join(folder, "short"));
    symlinkSync("../made", join(folder, "deep", "er", "link"));
    writeAtomically(join(folder, "short", "link"), "text");
    expect(readFileSync(join(folder, "deep", "made"), "utf8")).toBe("text");
    expect(isLink(join(folder, "deep", "er", "link"))).toBe(true);
    expect(existsSync(join(folder, "made"))).toBe(false);
  });

  it.skipIf(process.platform === "win32")(
    "writes into a named pipe and leaves it one, behind a link too",
    async () => {
      const pipe = join(folder, "pipe");
      execFileSync("mkfifo", [pipe]);
      symlinkSync("pipe", join(folder, "link"));
      for (const name of ["pipe", "link"]) {
        const reader = spawn("cat", [pipe]);
        let text = "";
        reader.stdout.on("data", (part) => {
          text += part;
        });
        const ended = new Promise((done) => reader.on("close", done));
        writeAtomically(join(folder, name), `through ${name}`);
        await ended;
        expect(text).toBe(`through ${name}`);
        expect(lstatSync(pipe).isFIFO()).toBe(true);
      }
      expect(readdirSync(folder).sort()).toEqual(["link", "pipe"]);
    },
  );

  it("says what it cannot write: a folder, a link to itself, a folder that is not there", () => {
    symlinkSync("self", join(folder, "self"));
    for (const path of [folder, join(folder, "self"), join(folder, "no", "file")]) {
      expect(() => writeAtomically(path, "text")).toThrow(`cannot write ${path}: `);
    }
    expect(readdirSync(folder)).toEqual(["self"]);
  });
});
