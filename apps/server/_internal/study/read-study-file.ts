import { DpError } from "../../../../src/errors.js";
import { nodeCrypto } from "../../../../src/federated/node/index.js";
import type { StudyOptions } from "../../../../src/federated/study/make-study.js";
import type { OpenedStudy } from "../../../../src/federated/study/open-study.js";
import { openStudy } from "../../../../src/federated/study/open-study.js";
import { readStudy } from "../../../../src/federated/study/read-study.js";
import type { Study } from "../../../../src/federated/study/study.js";
import type { TrainingStudyOptions } from "../../../../src/federated/training/make-training-study.js";
import { readText } from "../../../cli/_internal/read-text.js";

/** What an owner decides and a program fills in: the keys of the parties, and where the shuffler is. */
export type StudyDraft = Pick<Study, "task"> &
  (Omit<StudyOptions, Parties> | Omit<TrainingStudyOptions, Parties>);
type Parties = "owner" | "shuffler" | "analyzer";

/** A study as a file holds it: signed; whole but not signed; or without keys and addresses. */
export type StudyFile =
  | { readonly kind: "signed"; readonly opened: OpenedStudy }
  | { readonly kind: "unsigned"; readonly study: Study }
  | { readonly kind: "draft"; readonly draft: StudyDraft };

/**
 * Reads a study's file.
 *
 * @throws DpError DATA_UNREADABLE there is no such file, or no JSON in it; and as `openStudy` and `readStudy`
 */
export async function readStudyFile(path: string): Promise<StudyFile> {
  const value = parsed(path);
  if (typeof value === "object" && value !== null) {
    if ("payload" in value) return { kind: "signed", opened: await openStudy(nodeCrypto(), value) };
    if (!("owner" in value)) return { kind: "draft", draft: value as StudyDraft };
  }
  return { kind: "unsigned", study: readStudy("study", value) };
}

/** @throws DpError BAD_INPUT the file's study is not signed */
export async function readSignedStudy(path: string): Promise<OpenedStudy> {
  const file = await readStudyFile(path);
  if (file.kind === "signed") return file.opened;
  const message = `--study: ${path} must hold a signed study; make one by croupier-server study new, then study sign`;
  throw new DpError("BAD_INPUT", message, { parameter: "--study", value: path, allowed: "a signed study" });
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(readText(path === "-" ? undefined : path));
  } catch (cause) {
    const message = `study: ${path} cannot be read: ${(cause as Error).message}`;
    throw new DpError("DATA_UNREADABLE", message, { parameter: "study", value: path }, cause);
  }
}
