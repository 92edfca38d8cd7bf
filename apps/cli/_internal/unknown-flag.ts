import type { Command, Option } from "commander";
import { DpError } from "../../../src/errors.js";
import { nearestWord } from "../../../src/validate.js";

/** More suggestions than this are no help. */
const FEW = 3;
/** Fewer letters than this begin too many flags. */
const MIN_LENGTH = 3;

/**
 * The error about a flag that a command does not have: with the flags that may be meant, else with where to
 * find them all.
 */
export function unknownFlag(command: Command, given: string): DpError {
  const name = given.replace(/^-+/, "").split("=", 1)[0]!;
  const options = command.createHelp().visibleOptions(command);
  const meant = name.length < MIN_LENGTH ? [] : meantBy(name, options);
  const help = [command.parent?.name(), command.name(), "--help"].filter(Boolean).join(" ");
  const advice = meant.length === 0 ? `see ${help}` : `did you mean ${meant.map(flagOf).join(" or ")}?`;
  return new DpError("BAD_INPUT", `unknown option '${given}'; ${advice}`, {
    parameter: given,
    value: given,
    allowed: options.map(flagOf).join(", "),
  });
}

/**
 * The options with all of the name's words, or their beginnings, those first that must be given; else the one
 * with the nearest name.
 */
function meantBy(name: string, options: readonly Option[]): readonly Option[] {
  const words = name.split("-");
  const alike = options.filter((option) => {
    const known = option.name().split("-");
    return words.every((word) => known.some((each) => each.startsWith(word)));
  });
  const mandatory = alike.filter((option) => option.mandatory);
  if (alike.length > 0) return (mandatory.length > 0 ? mandatory : alike).slice(0, FEW);
  const names = options.map((option) => option.name());
  const nearest = nearestWord(name, names);
  return options.filter((option) => option.name() === nearest);
}

function flagOf(option: Option): string {
  return option.long ?? option.flags;
}
