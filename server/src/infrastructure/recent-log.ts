// The last lines of the log in memory, for administrators in the browser.

/** Together at most some megabytes: a longer line, such as one with a large error, is not kept. */
const maxLines = 500;
const maxLength = 10_000;

export class RecentLog {
  #lines: string[] = [];

  /** Adds a JSON line whose secrets are masked. */
  add(line: string): void {
    // Removing lines one by one would move the others each time.
    if (this.#lines.length >= 2 * maxLines) this.#lines = this.#lines.slice(-maxLines);
    if (line.length <= maxLength) this.#lines.push(line);
  }

  /** The newest lines, newest first. */
  list(): string[] {
    return this.#lines.slice(-maxLines).toReversed();
  }
}
