import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { checkNumber, RANGES } from "../../../../src/validate.js";
import { fileOption } from "../../../cli/_internal/file-option.js";
import { toNumber } from "../../../cli/_internal/number-option.js";
import { writeAtomically } from "../../../cli/_internal/write-atomically.js";
import { jsonOption, print } from "../commands/json-option.js";
import { enrol } from "../doors/enrol.js";
import { doorOf } from "../doors/private-door.js";
import { checkUrl } from "../http/check-url.js";

interface Flags {
  readonly study: string;
  readonly url: string;
  readonly token?: string;
  readonly out?: string;
  readonly json?: boolean;
}

/** Adds `croupier-server study enrol`. */
export function addStudyEnrol(study: Command): void {
  study
    .command("enrol")
    .summary("make credentials: one for each person who may take part")
    .description(
      "Make credentials, one for each person who may take part, at a shuffler's private listener, which keeps their digests alone.",
    )
    .argument("<count>", "how many")
    .requiredOption(
      "--url <url>",
      "where clients find the shuffler; on its own machine its private listener is found by it",
    )
    .requiredOption("--study <id>", "the study's id")
    .option(
      "--token <file>",
      "the private listener's token, where --url is the private listener's of another machine",
    )
    .addOption(fileOption("--out <file>", "write them to this file instead of standard output"))
    .addOption(jsonOption())
    .action(async (text: string, { study: id, url, token, out, json }: Flags) => {
      const count = checkNumber("<count>", toNumber("<count>", text), RANGES.positiveInteger);
      const door = doorOf(
        checkUrl(url),
        token === undefined ? undefined : readFileSync(token, "utf8").trim(),
      );
      const credentials = await enrol(door, id, count);
      const lines = credentials.join("\n");
      if (out === undefined) print(json, { study: id, credentials }, () => lines);
      else writeAtomically(out, `${lines}\n`);
    });
}
