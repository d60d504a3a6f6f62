// Limits how fast a plugin can write. A plugin that writes faster waits for its pipe, so that a flood costs the server
// little time.
import type { Readable } from 'node:stream';

/** Lines that are read in a second. */
export const maxLinesPerSecond = 1_000;
const secondMs = 1_000;

export class Flow {
  readonly #stream: Readable;
  #holds = 0;
  #lines = 0;
  #sinceMs = 0;

  constructor(stream: Readable) {
    this.#stream = stream;
  }

  /** Stops reading until each `hold` has its `release`. */
  hold(): void {
    if (this.#holds++ === 0) this.#stream.pause();
  }

  release(): void {
    if (--this.#holds === 0) this.#stream.resume();
  }

  /** Counts a line. Stops reading for the rest of the second when there were too many. */
  countLine(): void {
    const nowMs = performance.now();
    if (nowMs - this.#sinceMs >= secondMs) {
      this.#sinceMs = nowMs;
      this.#lines = 0;
    }
    if (++this.#lines !== maxLinesPerSecond) return;
    this.hold();
    setTimeout(() => this.release(), this.#sinceMs + secondMs - nowMs).unref();
  }
}
