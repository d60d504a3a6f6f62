// Results of a job that are sent a few at a time: each message costs some 50 µs, and each lets the job go on for the
// time that it may take.

/** Results are sent together, and none waits longer than this once the next is there. */
const partSize = 8;
const partMs = 100;

export interface Parts<T> {
  add(result: T): void;
  /** Sends those that wait. */
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
