#!/usr/bin/env node
import { createProgram } from "./_internal/create-program.js";
import { leaveOnClosedPipe } from "./_internal/leave-on-closed-pipe.js";
import { runProgram } from "./_internal/run-program.js";
import { addAccountCommand } from "./account.js";
import { addAnalyzeCommand } from "./analyze.js";
import { addCalibrateCommand } from "./calibrate.js";
import { addDeltaCommand } from "./delta.js";
import { addRdpCommand } from "./rdp.js";
import { addTrainCommand } from "./train.js";

process.stdout.on("error", leaveOnClosedPipe);
const program = createProgram();
addTrainCommand(program);
addAccountCommand(program);
addCalibrateCommand(program);
addDeltaCommand(program);
addRdpCommand(program);
addAnalyzeCommand(program);
await runProgram(program, process.argv);
