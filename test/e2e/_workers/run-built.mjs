/**
 * Runs the built command once for each line that it is sent; only the entry is evaluated anew, so that a line
 * takes milliseconds.
 */
import { closeSync, createReadStream, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [, , main] = process.argv;
const STREAMS = ["stdout", "stderr"];
const environment = { ...process.env };
const root = mkdtempSync(join(tmpdir(), "croupier-input-"));
process.on("exit", () => rmSync(root, { recursive: true }));
let lines = 0;

/** The lowest free descriptor is the one that opens: standard input is a file that holds the text. */
function giveInput(text) {
  const file = join(root, "input");
  writeFileSync(file, text);
  closeSync(0);
  openSync(file, "r");
  Object.defineProperty(process, "stdin", { configurable: true, get: () => createReadStream(file) });
}

process.on("message", async ({ args, input, env }) => {
  const printed = { stdout: "", stderr: "" };
  const writes = STREAMS.map((name) => process[name].write);
  for (const name of STREAMS) {
    process[name].write = (text) => {
      printed[name] += text;
      return true;
    };
  }
  process.argv = [process.execPath, main, ...args];
  process.env = { ...environment, ...env };
  process.exitCode = undefined;
  giveInput(input);
  await import(`file://${main}?line=${lines++}`);
  for (const [i, name] of STREAMS.entries()) {
    process[name].write = writes[i];
    process[name].removeAllListeners("error");
  }
  process.send({ status: process.exitCode ?? 0, signal: null, ...printed });
  process.exitCode = undefined;
});
