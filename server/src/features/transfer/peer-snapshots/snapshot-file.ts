// A snapshot in a file: in parts, each with its length, so that neither writing nor reading a large one needs all of it at
// once as bytes, or keeps others waiting for long.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { setImmediate as breathe } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { isRecord } from '@lectern/contract/records';
import { createPool } from './pool.ts';
import type { Snapshot } from './snapshot.ts';

const itemsAtOnce = 1_000;
const lengthBytes = 4;

/** Items of a list of the snapshot. */
interface Part {
  field: string;
  items: unknown[];
}

/** The snapshot without its lists, and then the lists in parts. */
function* toParts(snapshot: Snapshot): Generator<unknown> {
  const lists = Object.entries(snapshot).filter(([, value]) => Array.isArray(value));
  // What it says of books lies in a file of its own.
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
  // Awaited at the end.
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

/** What was written, from its bytes in pieces of any length. */
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
    // Others have their turn between two parts.
    await breathe();
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
    [pieces, held] = [[all], all.length];
  }
}

/** Of the next frame, with its length; without end until that is known. */
function lengthOf(pieces: readonly Uint8Array[]): number {
  const start = Buffer.concat(pieces.slice(0, lengthBytes).map((one) => one.subarray(0, lengthBytes)));
  return start.length < lengthBytes ? Number.POSITIVE_INFINITY : lengthBytes + start.readUInt32LE();
}
