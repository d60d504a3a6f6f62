// Reads a tar from a stream of bytes: parses its headers and collects the wanted contents as they pass.
import type { ArchiveEntry, ArchiveIndex } from '../entry.ts';
import { cutOff, type TarWalk, walkTar } from './walk.ts';

export interface TarPassOptions {
  limits: TarWalk['limits'];
  /** Whether the content of an entry is wanted. */
  wants(entry: ArchiveEntry, rawName: Uint8Array): boolean;
  onContent(entry: ArchiveEntry, content: Uint8Array): void;
}

export interface TarPass {
  /** Takes the next bytes. Returns false if no more are needed. Throws the errors of walkTar. */
  push(bytes: Uint8Array): boolean;
  /** Call at the end of the stream, or when enough bytes have passed. */
  end(): ArchiveIndex;
}

interface Collecting {
  from: number;
  bytes: Buffer;
  done: number;
  take(bytes: Buffer): void;
}

export function createTarPass({ limits, wants, onContent }: TarPassOptions): TarPass {
  let position = 0;
  /** Offset of the end of the last entry's data. */
  let reached = 0;
  let content: Collecting | undefined;
  let header: Collecting | undefined;
  let index: ArchiveIndex | undefined;
  const walk = walkTar({
    limits,
    sizeBytes: Number.POSITIVE_INFINITY,
    onEntry(entry, rawName) {
      reached = entry.offset + entry.sizeBytes;
      if (!wants(entry, rawName)) return;
      if (entry.sizeBytes === 0) return onContent(entry, new Uint8Array(0));
      content = collect(entry.offset, entry.sizeBytes, (bytes) => onContent(entry, bytes));
    },
  });
  advance(new Uint8Array(0), true);

  function advance(bytes: Uint8Array, isFirst = false): void {
    const step = isFirst ? walk.next() : walk.next(bytes);
    if (step.done) {
      index = step.value;
      header = undefined;
    } else header = collect(step.value.offset, step.value.length, advance);
  }

  return {
    push(bytes) {
      for (let at = 0; at < bytes.length; ) {
        const current = content ?? header;
        if (!current) return false;
        const skipped = Math.min(bytes.length - at, Math.max(0, current.from - position));
        const taken = Math.min(bytes.length - at - skipped, current.bytes.length - current.done);
        current.bytes.set(bytes.subarray(at + skipped, at + skipped + taken), current.done);
        current.done += taken;
        at += skipped + taken;
        position += skipped + taken;
        if (current.done < current.bytes.length) continue;
        if (current === content) content = undefined;
        current.take(current.bytes);
      }
      return content !== undefined || header !== undefined;
    },
    end() {
      if (content) throw cutOff();
      while (header) advance(header.bytes.subarray(0, header.done));
      if (!index || position < reached) throw cutOff();
      return index;
    },
  };
}

const collect = (from: number, length: number, take: Collecting['take']): Collecting => ({
  from,
  take,
  done: 0,
  bytes: Buffer.alloc(length),
});
