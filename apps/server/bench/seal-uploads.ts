/**
 * Clients of the benchmark, in a process of their own: writes sealed uploads to standard output, one after
 * another. Arguments: the study's file, the announcement's id, the round's public key, how many, and the
 * number of the first.
 */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { makeUpload } from "../../../src/federated/client/make-upload.js";
import { nodeCrypto } from "../../../src/federated/node/index.js";
import type { SurveyStudy } from "../../../src/federated/study/study.js";
import { secureSource } from "../../../src/random/index.js";

const [file, announcementId, publicKey, count, first] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
];
const study = JSON.parse(readFileSync(file, "utf8")) as SurveyStudy;
const crypto = nodeCrypto();
const source = secureSource();
const column = study.columns[0]!;
const categories = column.kind === "frequencies" ? column.categories : [];
for (let index = 0; index < Number(count); index++) {
  const answers = { [column.column]: categories[(Number(first) + index) % categories.length]! };
  const upload = await makeUpload(
    crypto,
    source,
    study,
    { announcementId, publicKey },
    { answers, credential: null },
  );
  if (!process.stdout.write(upload)) await once(process.stdout, "drain");
}
