import type { Command } from "commander";
import {
  type DesignOptions,
  type DesignReport,
  type DesignTask,
  designRandomizer,
} from "../../src/analytics/index.js";
import { randomizerWords } from "../shared/design/describe-randomizer.js";
import { designText } from "../shared/design/design-text.js";
import { plotDesign } from "../shared/design/plot-design.js";
import type { Say } from "../shared/words/say.js";
import { toJson } from "../shared/words/to-json.js";
import { addDesignFlags, type DesignFlags, designOptionsOf } from "./_internal/design/design-flags.js";
import { addHelpSections, type HelpSection } from "./_internal/terminal/help-sections.js";
import { layoutOf } from "./_internal/terminal/layout-of.js";
import { withProgressLine } from "./_internal/with-progress-line.js";
import { writeAtomically } from "./_internal/write-atomically.js";

const HELP: readonly HelpSection[] = [
  {
    text:
      "Each user who takes part sends one report a round, and a shuffler permutes the reports. Only proven figures choose. A randomizer that is best by itself " +
      "is not always best in the shuffle: sizes, levels and caps are chosen for the shuffle.",
  },
  {
    title: "Examples:",
    commands: [
      [
        "How accurate can shares of 100 categories be?",
        "croupier design frequencies --categories 100 --users 60000 --target-epsilon 0.5 --delta 1e-6",
      ],
      [
        "What must a mean's error of 1 cost?",
        "croupier design mean --lower 0 --upper 120 --users 20000 --target-error 1 --delta 1e-6",
      ],
      [
        "Which randomizer for 240 rounds of clipped gradients, as a plot too?",
        "croupier design vector --dimension 13706 --users 60000 --sampled 15000 --rounds 240 --target-epsilon 0.3 --delta 1e-5 --plot design.svg",
      ],
      [
        "How near do blocks and dummies bring these rounds to a trusted server?",
        "croupier design vector --dimension 13706 --users 60000 --sampled 15000 --rounds 240 --target-epsilon 0.3 --delta 1e-5 --max-blocks 16 --max-dummies 15000",
      ],
    ],
  },
];

/**
 * `croupier design`: the randomizer with the least error for a target epsilon, or the least epsilon for a
 * target error.
 */
export function addDesignCommand(program: Command): void {
  const summary =
    "the randomizer with the least error at a target epsilon, or the least epsilon at a target error";
  const command = addDesignFlags(program.command("design").summary(summary));
  command.description("Choose the randomizer of shuffled reports and its parameters, by proven figures.");
  addHelpSections(command, HELP);
  command.action(async (kind: DesignTask["kind"], flags: DesignFlags) => {
    const options = designOptionsOf(kind, flags);
    const { report, chart } = withProgressLine((say) => {
      const found = designRandomizer({ ...options, onProgress: sayTo(say) });
      return { report: found, chart: flags.plot === undefined ? undefined : plotDesign(options, found, say) };
    });
    if (chart !== undefined) {
      const { drawLineChart } = await import("../../src/charts/index.js");
      writeAtomically(flags.plot!, `${drawLineChart(chart)}\n`);
    }
    const output = flags.json
      ? jsonOf(options, report)
      : designText(options, report, layoutOf(process.stdout));
    process.stdout.write(`${output}\n`);
  });
}

function sayTo(say: Say): NonNullable<DesignOptions["onProgress"]> {
  return ({ randomizer, done, total }) =>
    say(`designing ${randomizerWords({ randomizer, parameters: {} })} (${done + 1} of ${total}) ...`);
}

function jsonOf(options: DesignOptions, report: DesignReport): string {
  return toJson({ ...options, ...report });
}
