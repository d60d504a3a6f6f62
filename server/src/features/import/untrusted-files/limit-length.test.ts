import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { atMost } from './limit-length.ts';

const broken = new Error('The body is broken');

const closed = (stream: Readable) => new Promise<void>((resolve) => stream.once('close', resolve));

/** A stream that failed before it was read, like an aborted upload. */
async function aBroken(): Promise<Readable> {
  const stream = new PassThrough();
  stream.on('error', () => {});
  stream.destroy(broken);
  await closed(stream);
  return stream;
}

test('passes a short stream completely', async () => {
  expect(await buffer(atMost(Readable.from([Buffer.from('abc')]), 3))).toEqual(Buffer.from('abc'));
});

test('ends a longer stream and its source with an error', async () => {
  const source = new PassThrough();
  source.write('abcd');
  await expect(buffer(atMost(source, 3))).rejects.toMatchObject({ code: 'payload_too_large' });
  expect(source.destroyed).toBe(true);
});

test('reports the error of a source that failed earlier, without hanging or an unhandled error', async () => {
  const counted = atMost(await aBroken(), 3);
  await closed(counted);
  await expect(buffer(counted)).rejects.toThrow(broken.message);
});
