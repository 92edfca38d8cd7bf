/** As many bytes as tell what a file is. */
export const FORMAT_BYTES = 64;

const SIGNATURES: readonly (readonly [string, string])[] = [
  [
    "version https://git-lfs.",
    "it is a Git LFS pointer, which stands for the file (git lfs pull, or download the file itself)",
  ],
  ["GGUF", "it is a GGUF file, of llama.cpp"],
  ["PK\x03\x04", "it is a zip archive, as PyTorch writes"],
  ["\x80\x02", "it is a Python pickle, as PyTorch wrote"],
  ["\x1f\x8b", "it is compressed by gzip"],
];

const HTML = /^(\xef\xbb\xbf)?\s*<(!doctype\s+html|html|head|body|\?xml)/i;

/**
 * What a file is in place of the one that was expected, from its first bytes; undefined where they say
 * nothing.
 */
export function foreignFormat(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, FORMAT_BYTES));
  if (HTML.test(start)) return "it is an HTML page, so the download went wrong";
  return SIGNATURES.find(([signature]) => start.startsWith(signature))?.[1];
}
