// Preloaded into a program under load. Every second it appends a line to the file LOOP_FILE (only in the server's own
// process) with six numbers:
// 1. the longest event loop delay in milliseconds, from the runtime's histogram;
// 2. the longest processor time of the event loop thread between two samples in milliseconds, which is independent of
// other load on the machine;
// 3. the number of requests received or answered between these samples, whichever is greater;
// 4. the garbage collection time between these samples in milliseconds;
// 5. and 6. the 99th and 99.9th percentile of the delays since the start or the last SIGUSR2, in milliseconds.
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const file = process.env.LOOP_FILE;
const stepMs = 5;

if (isMainThread && file !== undefined && process.argv[1]?.endsWith('main.js')) {
  const delays = monitorEventLoopDelay({ resolution: stepMs });
  delays.enable();
  const all = monitorEventLoopDelay({ resolution: 1 });
  all.enable();
  process.on('SIGUSR2', () => all.reset());
  let before = process.threadCpuUsage();
  let started = 0;
  let answered = 0;
  let gcMs = 0;
  let max = { busyMs: 0, requests: 0, gcMs: 0 };
  subscribe('http.server.request.start', () => {
    started++;
  });
  subscribe('http.server.response.finish', () => {
    answered++;
  });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) gcMs += duration;
  }).observe({ entryTypes: ['gc'] });
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    const busyMs = (user + system) / 1_000;
    if (busyMs > max.busyMs) max = { busyMs, requests: Math.max(started, answered), gcMs };
    before = process.threadCpuUsage();
    started = 0;
    answered = 0;
    gcMs = 0;
  }, stepMs).unref();
  setInterval(() => {
    const heldMs = delays.max / 1e6 - stepMs;
    const percentiles = [99, 99.9].map((rank) => (all.percentile(rank) / 1e6).toFixed(1));
    const line = [
      heldMs.toFixed(1),
      max.busyMs.toFixed(1),
      max.requests,
      max.gcMs.toFixed(1),
      ...percentiles,
    ];
    appendFileSync(file, `${line.join(' ')}\n`);
    delays.reset();
    max = { busyMs: 0, requests: 0, gcMs: 0 };
  }, 1_000).unref();
}
