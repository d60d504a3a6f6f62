// Stores a snapshot in a file, in length-prefixed parts. Neither writing nor reading needs all bytes at once or blocks
// the event loop for long.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { isRecord } from '@lectern/contract/records';
import { createPool } from './pool.ts';
import type { Snapshot } from './snapshot.ts';

const itemsAtOnce = 1_000;
const lengthBytes = 4;

/** Some items of a snapshot list. */
interface Part {
  field: string;
  items: unknown[];
}

/** Yields the snapshot without lists, then the list items in parts. */
function* toParts(snapshot: Snapshot): Generator<unknown> {
  const lists = Object.entries(snapshot).filter(([, value]) => Array.isArray(value));
  // Book metadata is stored in a separate file.
  yield { ...snapshot, ...Object.fromEntries(lists.map(([field]) => [field, []])), described: undefined };
  for (const [field, list] of lists)
    for (let at = 0; at < list.length; at += itemsAtOnce) {
      const part: Part = { field, items: list.slice(at, at + itemsAtOnce) };
      yield part;
    }
}

export async function writeSnapshot(file: string, snapshot: Snapshot): Promise<void> {
  const stream = createWriteStream(file, { mode: 0o600, flags: 'wx' });
  const ended = finished(stream);
  // Handles an early rejection. The promise is awaited at the end.
  ended.catch(() => {});
  for (const part of toParts(snapshot)) {
    const bytes = serialize(part);
    const length = Buffer.alloc(lengthBytes);
    length.writeUInt32LE(bytes.length);
    stream.write(length);
    if (!stream.write(bytes)) await Promise.race([once(stream, 'drain'), ended]);
  }
  stream.end();
  await ended;
}

/** Parses a snapshot from chunks of any size. */
export async function readSnapshot(bytes: AsyncIterable<Uint8Array>): Promise<Snapshot> {
  const share = createPool();
  const frames = readFrames(bytes);
  const first = await frames.next();
  if (first.done) throw new Error('The snapshot is empty');
  const snapshot: Snapshot = deserialize(first.value);
  for await (const frame of frames) {
    const { field, items }: Part = deserialize(frame);
    const list: unknown = Reflect.get(snapshot, field);
    if (Array.isArray(list)) for (const item of items) list.push(isRecord(item) ? share(item) : item);
    // Yields to the event loop between two parts.
    await yieldToEventLoop();
  }
  return snapshot;
}

async function* readFrames(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = [];
  let held = 0;
  for await (const piece of bytes) {
    pieces.push(piece);
    held += piece.length;
    let wanted = lengthOf(pieces);
    if (held < wanted) continue;
    let all = Buffer.concat(pieces);
    while (all.length >= wanted) {
      yield all.subarray(lengthBytes, wanted);
      all = all.subarray(wanted);
      wanted = lengthOf([all]);
    }
    pieces = [all];
    held = all.length;
  }
}

/** Length of the next frame including its prefix. Infinity while the prefix is incomplete. */
function lengthOf(pieces: readonly Uint8Array[]): number {
  const start = Buffer.concat(pieces.slice(0, lengthBytes).map((one) => one.subarray(0, lengthBytes)));
  return start.length < lengthBytes ? Number.POSITIVE_INFINITY : lengthBytes + start.readUInt32LE();
}
