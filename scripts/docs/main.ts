/** `npm run docs`: makes the generated blocks of the documents anew. */
import { readFileSync, writeFileSync } from "node:fs";
import { DOCUMENTS, withGeneratedBlocks } from "./generated-blocks.js";

for (const path of DOCUMENTS) {
  const text = readFileSync(path, "utf8");
  const made = withGeneratedBlocks(text);
  if (made !== text) writeFileSync(path, made);
  console.log(`${path}: ${made === text ? "up to date" : "written"}`);
}
