/** Marks the built CLI as executable. */
import { chmodSync, existsSync } from "node:fs";

const cli = new URL("../dist/apps/cli/main.js", import.meta.url);
if (existsSync(cli)) chmodSync(cli, 0o755);
