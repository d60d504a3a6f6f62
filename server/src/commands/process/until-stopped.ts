// Runs until the process receives a signal to stop, then closes within a time limit.
import type { Log } from '#infrastructure/log.ts';

/** A stop that takes longer is aborted: by then everything that matters is written. */
const maxMs = 4_500;
/** npm forwards the Ctrl-C that the terminal has sent to both processes: one press arrives twice. */
const samePressMs = 500;

export interface StopRequest {
  /** Resolves with the name of the signal to stop. */
  readonly signalled: Promise<string>;
  readonly isSignalled: boolean;
}

/** Listens from the start, so that no signal kills a process that has begun to write. */
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
      // A second signal ends the process at once.
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

/** Never resolves: ends the process after a signal to stop. */
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
