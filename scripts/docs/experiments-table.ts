import { EXPERIMENTS } from "../../experiments/experiments.js";

/** Every experiment: its command's argument, the paper's item, what runs here. */
export function experimentsTable(): string {
  const rows = EXPERIMENTS.map(
    ({ name, paper, item, here }) => `| \`${name}\` | ${paper}, ${item} | ${here} |`,
  );
  return ["| experiment | paper | here |", "|---|---|---|", ...rows].join("\n");
}
