// Notices to other processes: sent in batches, one after the other, so that they arrive in order. Notices that cannot
// be sent are dropped: the other processes are notified later that they have missed some.

import type { Log } from '#infrastructure/log.ts';
import { inTime } from '#infrastructure/timeout.ts';

interface Dependencies {
  /** Sends texts in this order, all or none. */
  sendAll(texts: readonly string[]): Promise<void>;
  /** The notice that others were missed. */
  missed: string;
  log: Log;
  /** Milliseconds between attempts, at first and at most. */
  pauseMs?: { first: number; max: number };
}

/** Notices of one batch, and notices that may wait. */
const maxConcurrent = 100;
const maxWaiting = 10_000;

export class Notices {
  readonly #deps: Dependencies;
  readonly #pauseMs;
  #waiting: string[] = [];
  /** Notices were dropped, and the others were not notified yet. */
  #isLost = false;
  #isOver = false;
  #sending: Promise<void> | undefined;
  #wake: () => void = () => {};

  constructor(deps: Dependencies) {
    this.#deps = deps;
    this.#pauseMs = deps.pauseMs ?? { first: 500, max: 10_000 };
  }

  send(text: string): void {
    this.#waiting.push(text);
    if (this.#waiting.length > maxWaiting) {
      this.#isLost = true;
      this.#waiting = [];
    }
    this.#sending ??= this.#sendWaiting().finally(() => {
      this.#sending = undefined;
    });
  }

  /** Resolves when all notices were sent, or after `ms`. */
  async sent(ms: number): Promise<void> {
    if (this.#sending) await inTime(this.#sending, ms);
  }

  /** Waits at most this long for pending notices. */
  async drain(ms: number): Promise<void> {
    this.#isOver = true;
    this.#wake();
    await this.sent(ms);
  }

  #pause(ms: number) {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      timer.unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #sendWaiting(): Promise<void> {
    let waitMs = this.#pauseMs.first;
    while (this.#isLost || this.#waiting.length > 0) {
      const isMending = this.#isLost;
      const texts = isMending ? [this.#deps.missed] : this.#waiting.splice(0, maxConcurrent);
      // A process that reloads after this notice sees all changes whose notices were dropped.
      if (isMending) {
        this.#isLost = false;
        this.#waiting = [];
      }
      try {
        await this.#deps.sendAll(texts);
        waitMs = this.#pauseMs.first;
      } catch (error) {
        this.#deps.log.warn({ error: toMessage(error) }, 'failed to send messages to other processes');
        this.#isLost = true;
        if (this.#isOver) return;
        await this.#pause(waitMs);
        waitMs = Math.min(this.#pauseMs.max, waitMs * 2);
      }
    }
  }
}

const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
