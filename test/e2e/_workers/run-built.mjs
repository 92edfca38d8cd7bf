/**
 * Runs the built command once for each line that it is sent; only the entry is evaluated anew, so that a line
 * takes milliseconds.
 */
const [, , main] = process.argv;
const STREAMS = ["stdout", "stderr"];
let lines = 0;

process.on("message", async (args) => {
  const printed = { stdout: "", stderr: "" };
  const writes = STREAMS.map((name) => process[name].write);
  for (const name of STREAMS) {
    process[name].write = (text) => {
      printed[name] += text;
      return true;
    };
  }
  process.argv = [process.execPath, main, ...args];
  process.exitCode = undefined;
  await import(`file://${main}?line=${lines++}`);
  for (const [i, name] of STREAMS.entries()) {
    process[name].write = writes[i];
    process[name].removeAllListeners("error");
  }
  process.send({ status: process.exitCode ?? 0, ...printed });
  process.exitCode = undefined;
});
