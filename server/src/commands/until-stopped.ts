// Runs until the process is told to stop, then closes in time.
import type { Log } from '#kernel/log.ts';

/** A stop that takes longer is cut off: nothing that matters is unwritten by then. */
const longestMs = 4_500;

/** Resolves never: ends the process. A second signal ends it at once. */
export async function untilStopped(log: Log, close: () => Promise<void>): Promise<never> {
  const signal = await new Promise<string>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => resolve(name));
  });
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(1));
  log.info({ signal }, 'stopping');
  const timer = setTimeout(() => {
    log.warn('stopping took too long and was cut short');
    process.exit(0);
  }, longestMs);
  try {
    await close();
  } catch (err) {
    log.error({ err }, 'stopping failed');
  }
  clearTimeout(timer);
  process.exit(0);
}
