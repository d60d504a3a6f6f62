// Confines itself, then becomes the worker process: what it has given up stays given up. The process keeps its id and
// its channel to the server. A program of its own because Landlock binds the thread that asks for it, and a running
// Node.js has several. CommonJS on purpose: it runs to its end before the event loop could read a message from the
// channel, which is for the program that comes after it.
const { writeFileSync } = require('node:fs') as typeof import('node:fs');
const { flushCompileCache } = require('node:module') as typeof import('node:module');
const { confine } = require('./confine.ts') as typeof import('./confine.ts');
const { launchVariable, notConfinedCode } = require('./launch.ts') as typeof import('./launch.ts');
const { loadLibc } = require('./libc.ts') as typeof import('./libc.ts');

/** The fourth of `stdio` when the server starts a worker process. */
const channel = 3;

const order = JSON.parse(process.env[launchVariable] ?? '') as import('./launch.ts').Launch;
const libc = loadLibc();
const kept = libc.duplicate(channel);
const environment = {
  ...order.environment,
  NODE_CHANNEL_FD: String(kept),
  NODE_CHANNEL_SERIALIZATION_MODE: 'advanced',
};
if (order.access) {
  // When memory is short the kernel ends a reader before the server.
  try {
    writeFileSync('/proc/self/oom_score_adj', '500');
  } catch {}
  const layers = confine(libc, order.access);
  if (order.isRequired && !(layers.files && layers.calls)) process.exit(notConfinedCode);
} else flushCompileCache();
libc.execve(order.program, [order.program, ...order.args], environment);
process.exit(notConfinedCode);
