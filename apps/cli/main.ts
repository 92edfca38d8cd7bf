#!/usr/bin/env node
import { leaveOnClosedPipe } from "./_internal/leave-on-closed-pipe.js";
import { runProgram } from "./_internal/run-program.js";
import { croupierProgram } from "./croupier-program.js";

process.stdout.on("error", leaveOnClosedPipe);
await runProgram(croupierProgram(), process.argv);
