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

export interface Notices {
  send(text: string): void;
  /** Resolves when all notices were sent, or after `ms`. */
  sent(ms: number): Promise<void>;
  /** Waits at most this long for pending notices. */
  drain(ms: number): Promise<void>;
}

/** Notices of one batch, and notices that may wait. */
const maxConcurrent = 100;
const maxWaiting = 10_000;

export function createNotices(deps: Dependencies): Notices {
  const { sendAll, missed, log, pauseMs = { first: 500, max: 10_000 } } = deps;
  let waiting: string[] = [];
  /** Notices were dropped, and the others were not notified yet. */
  let isLost = false;
  let isOver = false;
  let sending: Promise<void> | undefined;
  let wake: () => void = () => {};

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      timer.unref();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function sendWaiting(): Promise<void> {
    let waitMs = pauseMs.first;
    while (isLost || waiting.length > 0) {
      const isMending = isLost;
      const texts = isMending ? [missed] : waiting.splice(0, maxConcurrent);
      // A process that reloads after this notice sees all changes whose notices were dropped.
      if (isMending) [isLost, waiting] = [false, []];
      try {
        await sendAll(texts);
        waitMs = pauseMs.first;
      } catch (error) {
        log.warn({ error: toMessage(error) }, 'failed to send messages to other processes');
        isLost = true;
        if (isOver) return;
        await pause(waitMs);
        waitMs = Math.min(pauseMs.max, waitMs * 2);
      }
    }
  }

  const sent = async (ms: number): Promise<void> => {
    if (sending) await inTime(sending, ms);
  };

  return {
    send(text) {
      waiting.push(text);
      if (waiting.length > maxWaiting) [isLost, waiting] = [true, []];
      sending ??= sendWaiting().finally(() => {
        sending = undefined;
      });
    },
    sent,
    async drain(ms) {
      isOver = true;
      wake();
      await sent(ms);
    },
  };
}

const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
