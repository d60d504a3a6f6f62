// Reads a tar from a stream of bytes: parses its headers and collects the wanted contents as they pass.
import type { ArchiveEntry, ArchiveIndex } from '../entry.ts';
import { cutOff, type TarWalk, walkTar } from './walk.ts';

export interface TarPassOptions {
  limits: TarWalk['limits'];
  /** Whether the content of an entry is wanted. */
  wants(entry: ArchiveEntry, rawName: Uint8Array): boolean;
  onContent(entry: ArchiveEntry, content: Uint8Array): void;
}

interface Collecting {
  from: number;
  bytes: Buffer;
  done: number;
  take(bytes: Buffer): void;
}

export class TarPass {
  #position = 0;
  /** Offset of the end of the last entry's data. */
  #reached = 0;
  #content: Collecting | undefined;
  #header: Collecting | undefined;
  #index: ArchiveIndex | undefined;
  readonly #walk;
  readonly #advance = (bytes: Uint8Array, isFirst = false): void => {
    const step = isFirst ? this.#walk.next() : this.#walk.next(bytes);
    if (step.done) {
      this.#index = step.value;
      this.#header = undefined;
    } else this.#header = collect(step.value.offset, step.value.length, this.#advance);
  };

  constructor(deps: TarPassOptions) {
    this.#walk = walkTar({
      limits: deps.limits,
      sizeBytes: Number.POSITIVE_INFINITY,
      onEntry: (entry, rawName) => {
        this.#reached = entry.offset + entry.sizeBytes;
        if (!deps.wants(entry, rawName)) return;
        if (entry.sizeBytes === 0) return deps.onContent(entry, new Uint8Array(0));
        this.#content = collect(entry.offset, entry.sizeBytes, (bytes) => deps.onContent(entry, bytes));
      },
    });
    this.#advance(new Uint8Array(0), true);
  }

  /** Takes the next bytes. Returns false if no more are needed. Throws the errors of walkTar. */
  push(bytes: Uint8Array): boolean {
    for (let at = 0; at < bytes.length; ) {
      const current = this.#content ?? this.#header;
      if (!current) return false;
      const skipped = Math.min(bytes.length - at, Math.max(0, current.from - this.#position));
      const taken = Math.min(bytes.length - at - skipped, current.bytes.length - current.done);
      current.bytes.set(bytes.subarray(at + skipped, at + skipped + taken), current.done);
      current.done += taken;
      at += skipped + taken;
      this.#position += skipped + taken;
      if (current.done < current.bytes.length) continue;
      if (current === this.#content) this.#content = undefined;
      current.take(current.bytes);
    }
    return this.#content !== undefined || this.#header !== undefined;
  }

  /** Call at the end of the stream, or when enough bytes have passed. */
  end(): ArchiveIndex {
    if (this.#content) throw cutOff();
    while (this.#header) this.#advance(this.#header.bytes.subarray(0, this.#header.done));
    if (!this.#index || this.#position < this.#reached) throw cutOff();
    return this.#index;
  }
}

const collect = (from: number, length: number, take: Collecting['take']): Collecting => ({
  from,
  take,
  done: 0,
  bytes: Buffer.alloc(length),
});
