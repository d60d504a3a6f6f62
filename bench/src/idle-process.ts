// What the machine does to any process, to be told beside what a server does.
import { fork } from 'node:child_process';
import { once } from 'node:events';

export interface IdleProcess {
  /** Milliseconds for which a process that does nothing was held up at most since this was asked last. */
  heldMs(): Promise<number>;
  stop(): void;
}

/** `file` is written to and may be removed afterwards. */
export function startIdleProcess(file: string): IdleProcess {
  const child = fork(new URL('./idle.ts', import.meta.url), [file], { execArgv: [] });
  return {
    async heldMs() {
      const answer = once(child, 'message');
      child.send('held?');
      return Number((await answer)[0]);
    },
    stop: () => child.disconnect(),
  };
}
