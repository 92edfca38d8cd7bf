import type { Command } from "commander";
import { addHelpSections } from "../cli/_internal/terminal/help-sections.js";
import { addStudyCheck } from "./_internal/study/add-study-check.js";
import { addStudyEnrol } from "./_internal/study/add-study-enrol.js";
import { addStudyKey } from "./_internal/study/add-study-key.js";
import { addStudyNew } from "./_internal/study/add-study-new.js";
import { addStudySign } from "./_internal/study/add-study-sign.js";

/** Adds `croupier-server study`: what an owner does before the first round. */
export function addStudyCommand(program: Command): void {
  const study = program
    .command("study")
    .summary("make, sign and check a study; make keys and credentials")
    .description("What the owner of a study does before its first round.");
  addStudyKey(study);
  addStudyNew(study);
  addStudySign(study);
  addStudyCheck(study);
  addStudyEnrol(study);
  study.helpCommand(false).action(() => study.outputHelp());
  addHelpSections(study, [
    {
      title: "From nothing to a signed study, with two operators:",
      commands: [
        [
          "Each party makes its key, and tells the owner the public part:",
          "croupier-server study key shuffler.key",
        ],
        [
          "The owner fills in the keys, looks at the figures, and signs:",
          "croupier-server study new survey.json --owner owner.key --shuffler HEX --analyzer HEX --url https://shuffler.example.org --out study.json",
        ],
        "croupier-server study check study.json",
        "croupier-server study sign study.json --key owner.key --out signed.json",
      ],
    },
  ]);
}
