import { requireNode } from "../../../tensor/node-builtin.js";
import { show, wrongShape } from "../../../validate.js";
import { unreadableTensors } from "./unreadable-tensors.js";

/** Bytes that are read a piece at a time. */
export interface ByteSource {
  readonly name: string;
  readonly size: number;
  /** Fills `into` with the bytes from `at` on. */
  read(into: Uint8Array, at: number): Promise<void>;
  close(): Promise<void>;
}

/** At most this number of bytes is read from a file at once. */
const PIECE = 2 ** 26;

/** Opens a file by its path, or wraps what a page has. */
export async function byteSource(where: string, from: string | Blob | Uint8Array): Promise<ByteSource> {
  if (from instanceof Uint8Array) return sourceOfBytes(from);
  if (typeof Blob !== "undefined" && from instanceof Blob) return sourceOfBlob(from);
  if (typeof from === "string" && from !== "" && !from.includes("\0")) return sourceOfFile(from);
  throw wrongShape(where, from, "the path of a file, a Blob or a Uint8Array");
}

function sourceOfBytes(bytes: Uint8Array): ByteSource {
  return {
    name: "bytes",
    size: bytes.length,
    read: async (into, at) => into.set(bytes.subarray(at, at + into.length)),
    close: async () => {},
  };
}

function sourceOfBlob(blob: Blob): ByteSource {
  const name = (blob as { readonly name?: string }).name ?? "blob";
  const read = async (into: Uint8Array, at: number): Promise<void> => {
    for (let done = 0; done < into.length; done += PIECE) {
      const end = Math.min(done + PIECE, into.length);
      const piece = await readPiece(blob.slice(at + done, at + end), name);
      into.set(new Uint8Array(piece), done);
    }
  };
  return { name, size: blob.size, read, close: async () => {} };
}

/** A page's file may have been changed or removed since it was chosen. */
async function readPiece(piece: Blob, name: string): Promise<ArrayBuffer> {
  try {
    return await piece.arrayBuffer();
  } catch (cause) {
    throw unreadableTensors(name, "it has changed meanwhile", cause);
  }
}

async function sourceOfFile(path: string): Promise<ByteSource> {
  const advice = "give the file's bytes or a Blob of it";
  const { promises } = requireNode<typeof import("node:fs")>("node:fs", advice);
  const file = await promises.open(path).catch((cause: NodeJS.ErrnoException) => {
    throw unreadableTensors(show(path), `it cannot be opened (${cause.code})`, cause);
  });
  const stat = await file.stat();
  if (!stat.isFile()) {
    await file.close();
    throw unreadableTensors(show(path), "it is no file");
  }
  const read = async (into: Uint8Array, at: number): Promise<void> => {
    for (let done = 0; done < into.length; ) {
      const length = Math.min(PIECE, into.length - done);
      const { bytesRead } = await file.read(into, done, length, at + done);
      if (bytesRead === 0) throw unreadableTensors(path, "it has become shorter meanwhile");
      done += bytesRead;
    }
  };
  return { name: path, size: stat.size, read, close: () => file.close() };
}
