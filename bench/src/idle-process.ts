// Measures the delays that the machine causes in any process, for comparison with those of the server.
import { fork } from 'node:child_process';
import { once } from 'node:events';

export interface IdleProcess {
  /** Returns the longest delay of an idle process since the last call, in milliseconds. */
  heldMs(): Promise<number>;
  stop(): void;
}

/** The process writes to `file`, which may be removed afterwards. */
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
