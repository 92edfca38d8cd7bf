import type { TransformerSizeName } from "../models/transformer-size.js";

/** An architecture with public checkpoints, by name. */
export type PublicModelName =
  | "bert-tiny"
  | "bert-mini"
  | "bert-small"
  | "bert-medium"
  | "bert-base"
  | "roberta-base"
  | "gpt2"
  | "vit-base";

interface OfSize<Name extends string> {
  readonly architecture: Name;
  readonly size: TransformerSizeName;
}

interface OfPictures extends OfSize<"vit"> {
  readonly side: number;
  readonly patch: number;
  readonly channels: number;
}

type PublicModel = OfSize<"bert"> | OfSize<"roberta"> | OfSize<"gpt2"> | OfPictures;

/** Architectures with public checkpoints; BERT's smaller ones are its miniatures. */
export const PUBLIC_MODELS: Readonly<Record<PublicModelName, PublicModel>> = {
  "bert-tiny": { architecture: "bert", size: "tiny" },
  "bert-mini": { architecture: "bert", size: "mini" },
  "bert-small": { architecture: "bert", size: "small" },
  "bert-medium": { architecture: "bert", size: "medium" },
  "bert-base": { architecture: "bert", size: "base" },
  "roberta-base": { architecture: "roberta", size: "base" },
  gpt2: { architecture: "gpt2", size: "base" },
  "vit-base": { architecture: "vit", size: "base", side: 32, patch: 16, channels: 3 },
};

/** The names of the architectures with public checkpoints. */
export const PUBLIC_MODEL_NAMES: readonly PublicModelName[] = Object.keys(PUBLIC_MODELS) as PublicModelName[];

/** Whether a name is that of an architecture with public checkpoints. */
export function isPublicModel(name: string): name is PublicModelName {
  return Object.hasOwn(PUBLIC_MODELS, name);
}
