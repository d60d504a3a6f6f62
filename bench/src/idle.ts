// An almost idle process that runs during a load test: the server does not cause its delays. The argument is the name
// of a file. Answers any message with the longest delay of its event loop since the last message, in milliseconds.
import { openSync, writeSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const stepMs = 5;
const delays = monitorEventLoopDelay({ resolution: stepMs });
delays.enable();
const file = openSync(process.argv[2] ?? '', 'w');
// Writes like a database: a busy disk delays the writer.
setInterval(() => writeSync(file, 'a', 0), 20);
process.on('message', () => {
  process.send?.(delays.max / 1e6 - stepMs);
  delays.reset();
});
process.on('disconnect', () => process.exit());
