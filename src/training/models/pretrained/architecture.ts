import { checkOneOf, checkOptions } from "../../../validate.js";
import { type BertOptions, bertModel } from "../bert-model.js";
import { type Gpt2Options, gpt2Model } from "../gpt2-model.js";
import type { Model } from "../model.js";
import { type RobertaOptions, robertaModel } from "../roberta-model.js";
import { type VitOptions, vitModel } from "../vit-model.js";

/**
 * A public architecture by its name, and its extents, as plain data: what public checkpoints are read for.
 */
export type Architecture =
  | ({ readonly architecture: "bert" } & BertOptions)
  | ({ readonly architecture: "roberta" } & RobertaOptions)
  | ({ readonly architecture: "gpt2" } & Gpt2Options)
  | ({ readonly architecture: "vit" } & VitOptions);

/** The architectures' names. */
export type ArchitectureName = Architecture["architecture"];

type OptionsOf<Name extends ArchitectureName> = Extract<Architecture, { readonly architecture: Name }>;

const MODELS: { readonly [Name in ArchitectureName]: (options: OptionsOf<Name>) => Model } = {
  bert: bertModel,
  roberta: robertaModel,
  gpt2: gpt2Model,
  vit: vitModel,
};

/** The names of the architectures. */
export const ARCHITECTURE_NAMES: readonly ArchitectureName[] = Object.keys(MODELS) as ArchitectureName[];

/**
 * The model of an architecture: {@link bertModel}, {@link robertaModel}, {@link gpt2Model} or
 * {@link vitModel} by name.
 *
 * @throws DpError BAD_INPUT or OUT_OF_RANGE there is no such architecture, or an option is not what it should
 *   be
 * @example
 * dimensionOf(architectureModel({ architecture: "gpt2" })); // 124439808
 */
export function architectureModel(architecture: Architecture): Model {
  const { architecture: name } = checkOptions("architectureModel", architecture, "architecture");
  const known = checkOneOf("architectureModel: architecture", name, ARCHITECTURE_NAMES);
  return (MODELS[known] as (options: Architecture) => Model)(architecture);
}
