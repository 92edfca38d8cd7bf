import type { Option } from "commander";
import { ADJACENCIES } from "../../../src/privacy/index.js";
import { wordOption } from "./word-option.js";

/** `--adjacency`, by default replace-one. */
export function adjacencyOption(): Option {
  return wordOption("--adjacency <a>", "which data sets are neighbours", ADJACENCIES).default("replace-one");
}
