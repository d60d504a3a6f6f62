// Sends results of a job in batches: each message costs about 50 µs, and extends the time limit of the job.

/** Maximum batch size, and maximum waiting time of a result when the next is available. */
const partSize = 8;
const partMs = 100;

export interface Parts<T> {
  add(result: T): void;
  /** Sends the waiting results. */
  send(): void;
}

export function createParts<T>(partial: (part: readonly T[]) => void): Parts<T> {
  let part: T[] = [];
  let sentMs = Date.now();
  const send = () => {
    partial(part);
    part = [];
    sentMs = Date.now();
  };
  return {
    add(result) {
      part.push(result);
      if (part.length >= partSize || Date.now() - sentMs >= partMs) send();
    },
    send,
  };
}
