// Confines itself, then becomes the worker process or the plugin: the restrictions are permanent. The process keeps its
// id, its streams and its channel to the server. It is a separate program because Landlock restricts the calling thread,
// and a running Node.js has several. It is CommonJS because it must end before the event loop reads a message from the
// channel: messages are for the program that follows.
const { writeFileSync } = require('node:fs') as typeof import('node:fs');
const { flushCompileCache } = require('node:module') as typeof import('node:module');
const { confine } = require('./confine.ts') as typeof import('./confine.ts');
const { launchVariable, notConfinedCode } = require('./launch.ts') as typeof import('./launch.ts');
const { loadLibc } = require('./libc.ts') as typeof import('./libc.ts');

/** The fourth of `stdio` when the server starts a worker process. */
const channel = 3;
const setParentDeathSignal = 1;
const sigkill = 9;

const closeRange = { number: 436, last: 0xffff_ffff, onExecute: 4 };

const order = JSON.parse(process.env[launchVariable] ?? '') as import('./launch.ts').Launch;
const libc = loadLibc();
// Descriptors that code of the server opened without this mark. The program gets only its streams and its channel.
libc.syscall(closeRange.number, channel, closeRange.last, closeRange.onExecute, 0);
const environment = {
  ...order.environment,
  // Plugins have no channel.
  ...(process.connected && {
    NODE_CHANNEL_FD: String(libc.duplicate(channel)),
    NODE_CHANNEL_SERIALIZATION_MODE: 'advanced',
  }),
};
// The kernel ends this process when the server ends, however that happens. It may have ended already.
libc.prctl(setParentDeathSignal, sigkill, 0, 0, 0);
if (process.ppid !== order.parent) process.exit(notConfinedCode);
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
