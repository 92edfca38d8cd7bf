#!/usr/bin/env node
import { createProgram } from "./_internal/create-program.js";
import { runProgram } from "./_internal/run-program.js";
import { addTrainCommand } from "./train.js";

const program = createProgram();
addTrainCommand(program);
await runProgram(program, process.argv);
