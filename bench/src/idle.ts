// Beside a server under load, a process that does next to nothing: what holds this one up is not the server's doing.
// Started with the name of a file; answers any message with the milliseconds for which its event loop was held at most
// since the last one.
import { openSync, writeSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const stepMs = 5;
const delays = monitorEventLoopDelay({ resolution: stepMs });
delays.enable();
const file = openSync(process.argv[2] ?? '', 'w');
// As a database does: a disk that is busy holds up whoever writes.
setInterval(() => writeSync(file, 'a', 0), 20);
process.on('message', () => {
  process.send?.(delays.max / 1e6 - stepMs);
  delays.reset();
});
process.on('disconnect', () => process.exit());
