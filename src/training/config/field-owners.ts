import type { ConfigFields } from "../options/config-field.js";
import { OPTIMIZER_FIELDS } from "../options/option-fields.js";
import { TRAIN_CONFIG_FIELDS } from "./train-config-fields.js";

export interface FieldOwners {
  readonly protocols: readonly string[];
  readonly optimizers: readonly string[];
}

/** The protocols and the optimizers that have a field of this name. */
export function fieldOwners(name: string): FieldOwners {
  return { protocols: having(TRAIN_CONFIG_FIELDS, name), optimizers: having(OPTIMIZER_FIELDS, name) };
}

function having(fields: Readonly<Record<string, ConfigFields>>, name: string): string[] {
  return Object.keys(fields).filter((owner) => Object.hasOwn(fields[owner]!, name));
}
