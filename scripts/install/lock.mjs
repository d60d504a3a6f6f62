// One installation at a time in a folder: another would delete the modules that the first installs. The lock is an address
// that only one process can listen on. The lock ends with the process, even if the process is killed.
import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Resolves with the function that releases the lock. `onWait` is called when another process has it. */
export async function lockFolder(folder, onWait) {
  const address = toAddress(folder);
  for (let isFirst = true; ; isFirst = false) {
    const release = await listen(address);
    if (release) return release;
    if (isFirst) onWait();
    await untilReleased(address);
  }
}

function toAddress(folder) {
  const name = `lectern-${createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 16)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  // An abstract address has no file. Node.js 20 fills it up with zero bytes, later versions do not, and both can install in
  // one folder: a name of the full length (sun_path, unix(7)) is the same address for both.
  return process.platform === 'linux' ? `\0${name.padEnd(107, '-')}` : join(tmpdir(), name);
}

/** Undefined if another process listens. Without UNIX sockets, the folder is not locked. */
function listen(address) {
  return new Promise((resolve) => {
    const waiting = new Set();
    const server = createServer((socket) => {
      waiting.add(socket.unref());
      socket.on('error', () => {}).on('close', () => waiting.delete(socket));
    });
    const release = () => {
      server.close();
      for (const socket of waiting) socket.destroy();
    };
    server.on('error', ({ code }) => resolve(code === 'EADDRINUSE' ? undefined : () => {}));
    server.listen(address, () => resolve(release));
    server.unref();
  });
}

function untilReleased(address) {
  return new Promise((resolve) => {
    const socket = connect(address);
    // The file of a process that was killed.
    socket.on('error', ({ code }) => code === 'ECONNREFUSED' && rmSync(address, { force: true }));
    socket.on('close', resolve);
  });
}
