#!/usr/bin/env node
import { leaveOnClosedPipe } from "./_internal/leave-on-closed-pipe.js";
import { runProgram } from "./_internal/run-program.js";
import { programFor } from "./program-for.js";

process.stdout.on("error", leaveOnClosedPipe);
await runProgram(await programFor(process.argv.slice(2)), process.argv);
