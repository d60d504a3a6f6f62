// Runs until the process is told to stop, then closes in time.
import type { Log } from '#infrastructure/log.ts';

/** A stop that takes longer is cut off: nothing that matters is unwritten by then. */
const maxMs = 4_500;
/** npm passes on the Ctrl-C that the terminal has sent to both: one press arrives twice. */
const samePressMs = 500;

export interface StopRequest {
  /** Resolves with the signal's name once the process was told to stop. */
  readonly signalled: Promise<string>;
  readonly isSignalled: boolean;
}

/** Listens from the first moment on, so that no signal kills a process that has begun to write. */
export function listenForStop(): StopRequest {
  let signalledMs: number | undefined;
  let report: (signal: string) => void = () => {};
  const signalled = new Promise<string>((resolve) => {
    report = resolve;
  });
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      signalledMs ??= Date.now();
      report(name);
      // Somebody who asks again does not want to wait.
      if (Date.now() - signalledMs > samePressMs && name !== 'SIGHUP') process.exit(1);
    });
  }
  return {
    signalled,
    get isSignalled() {
      return signalledMs !== undefined;
    },
  };
}

/** Resolves never: ends the process once it was told to stop. */
export async function untilStopped(stop: StopRequest, log: Log, close: () => Promise<void>): Promise<never> {
  log.info({ signal: await stop.signalled }, 'stopping');
  const timer = setTimeout(() => {
    log.warn('stopping took too long and was cut short');
    process.exit(0);
  }, maxMs);
  try {
    await close();
  } catch (err) {
    log.error({ err }, 'stopping failed');
  }
  clearTimeout(timer);
  process.exit(0);
}
