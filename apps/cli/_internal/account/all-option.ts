import { Option } from "commander";

/** `--all`, of the commands that print figures. */
export function allOption(): Option {
  return new Option("--all", "every figure, and why the other methods do not apply");
}
