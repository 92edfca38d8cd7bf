import type { Command } from "commander";
import { addHelpSections } from "../cli/_internal/terminal/help-sections.js";
import { addLedgerRecover } from "./_internal/ledger/add-ledger-recover.js";
import { addLedgerRotate } from "./_internal/ledger/add-ledger-rotate.js";
import { addLedgerShow } from "./_internal/ledger/add-ledger-show.js";

/** Adds `croupier-server ledger`. */
export function addLedgerCommand(program: Command): void {
  const ledger = program
    .command("ledger")
    .summary("what an analyzer has spent; recovery after a restored backup; erasure of keys")
    .description("Look after an analyzer's ledger.");
  addLedgerShow(ledger);
  addLedgerRecover(ledger);
  addLedgerRotate(ledger);
  ledger.helpCommand(false).action(() => ledger.outputHelp());
  addHelpSections(ledger, [
    {
      title: "Examples:",
      commands: [
        "croupier-server ledger show --store sqlite:croupier-server.db",
        "croupier-server ledger recover --study signed.json --key analyzer.key --shuffler http://10.0.0.5:8081 --token token",
      ],
    },
  ]);
}
