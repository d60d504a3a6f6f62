// Notices to the other processes: sent one batch after the other, so that they arrive in the order in which they were
// given. What cannot be sent is not kept: the others are told that they have missed something, once they can be told.

import type { Log } from '#infrastructure/log.ts';
import { inTime } from '#infrastructure/timeout.ts';

interface Dependencies {
  /** Sends texts in this order, all or none. */
  sendAll(texts: readonly string[]): Promise<void>;
  /** What tells the others that something is missing. */
  missed: string;
  log: Log;
  /** Between attempts, at first and at most. */
  pauseMs?: { first: number; most: number };
}

export interface Notices {
  send(text: string): void;
  /** Resolves when all that was given is sent, or `ms` are over. */
  sent(ms: number): Promise<void>;
  /** Waits at most so long for what is still to be sent. */
  drain(ms: number): Promise<void>;
}

/** Texts in one go, and texts that may wait. */
const maxConcurrent = 100;
const maxWaiting = 10_000;

export function createNotices(deps: Dependencies): Notices {
  const { sendAll, missed, log, pauseMs = { first: 500, most: 10_000 } } = deps;
  let waiting: string[] = [];
  /** Something was lost, and nobody knows of it yet. */
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
      // Whoever asks again after this notice sees all that was lost up to now.
      if (isMending) [isLost, waiting] = [false, []];
      try {
        await sendAll(texts);
        waitMs = pauseMs.first;
      } catch (error) {
        log.warn({ error: toMessage(error) }, 'other processes could not be told of what happened');
        isLost = true;
        if (isOver) return;
        await pause(waitMs);
        waitMs = Math.min(pauseMs.most, waitMs * 2);
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
