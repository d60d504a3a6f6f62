// Errors and warnings that no code handles, as lines of the log: Node.js would print them as text.
import type { Log } from '#infrastructure/log.ts';

export function logUncaught(log: Log): void {
  // The process is in an unknown state, and ends as it does by default.
  process.on('uncaughtException', ({ name, message, stack }) => {
    // With the stack whatever the error is: code failed to handle it.
    log.fatal({ err: { type: name, message, stack } }, 'unexpected error');
    process.exit(1);
  });
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => log.warn({ warning: name }, message));
}
