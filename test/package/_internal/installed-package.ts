import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { sharedPackage } from "./shared-package.js";

export const ROOT = resolve(import.meta.dirname, "../../..");
const LEFT_OUT = ["node_modules", ".git"];

/** What a command printed. */
export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program; fails with all that it printed if it does. */
export async function run(folder: string, program: string, ...args: string[]): Promise<Printed> {
  const env = { ...process.env, NO_COLOR: "1", npm_config_update_notifier: "false" };
  try {
    return await promisify(execFile)(program, args, { cwd: folder, env });
  } catch (error) {
    const { stdout, stderr } = error as Printed;
    throw new Error(`${program} ${args.join(" ")}\n${stdout}\n${stderr}`, { cause: error });
  }
}

/** A folder with `croupier-dp` in its node_modules, as npm installs it there from the packed repository. */
export interface InstalledPackage {
  readonly folder: string;
  /** The package's own folder. */
  readonly installed: string;
  /** What npm said as it installed it. */
  readonly messages: string;
  /** The copy of the repository that was packed. */
  readonly repository: string;
}

/** What the first test file that asks leaves for the others. */
type Made = { readonly messages: string } | { readonly failure: string };

/**
 * The package that all test files of a run share: the first that asks packs a copy of the repository, since
 * packing changes its documents for a moment, and installs that without a network.
 */
export async function installPackage(): Promise<InstalledPackage> {
  const folder = sharedPackage(process.ppid);
  const record = join(folder, "made.json");
  if (mkdirSync(folder, { recursive: true }) !== undefined) {
    const made: Made = await pack(folder).catch((error: Error) => ({ failure: error.message }));
    writeFileSync(`${record}.new`, JSON.stringify(made));
    renameSync(`${record}.new`, record);
  }
  while (!existsSync(record)) await sleep(200);
  const made = JSON.parse(readFileSync(record, "utf8")) as Made;
  if ("failure" in made) throw new Error(made.failure);
  const installed = join(folder, "node_modules/croupier-dp");
  return { folder, installed, repository: join(folder, "repository"), ...made };
}

async function pack(folder: string): Promise<Made> {
  const repository = join(folder, "repository");
  mkdirSync(repository);
  const copy = `tar -cf - ${LEFT_OUT.map((name) => `--exclude=${name}`).join(" ")} . | tar -xf - -C "$1"`;
  await run(ROOT, "sh", "-c", copy, "sh", repository); // a third of what Node's own copying takes
  symlinkSync(join(ROOT, "node_modules"), join(repository, "node_modules"));
  const documents = "scripts/packed-documents.mjs"; // as `npm pack` runs it, but for the build
  await run(repository, process.execPath, documents, "rewrite");
  await run(repository, "npm", "pack", "--ignore-scripts", "--pack-destination", folder);
  await run(repository, process.execPath, documents, "restore");
  const [tarball] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  const install = ["install", "--offline", "--no-audit", "--no-fund", `./${tarball}`];
  return { messages: (await run(folder, "npm", ...install)).stderr };
}

/** A folder below an installed package's, with these files in it. */
export function makeProject(
  { folder }: InstalledPackage,
  name: string,
  files: Readonly<Record<string, string>>,
): string {
  const project = join(folder, name);
  mkdirSync(project, { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(join(project, path), text);
  return project;
}
