import { Option } from "commander";
import { ADJACENCIES } from "../../../src/privacy/index.js";

/** `--adjacency`, by default replace-one. */
export function adjacencyOption(): Option {
  return new Option("--adjacency <a>", "which data sets are neighbours")
    .choices(ADJACENCIES)
    .default("replace-one");
}
