import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { atMost } from './at-most.ts';

const broken = new Error('The body is broken');

const closed = (stream: Readable) => new Promise<void>((resolve) => stream.once('close', resolve));

/** One that has failed before anybody looked at it, as an upload that ends early. */
async function aBroken(): Promise<Readable> {
  const stream = new PassThrough();
  stream.on('error', () => {});
  stream.destroy(broken);
  await closed(stream);
  return stream;
}

test('what is short enough comes whole', async () => {
  expect(await buffer(atMost(Readable.from([Buffer.from('abc')]), 3))).toEqual(Buffer.from('abc'));
});

test('what is longer ends with an error, and its source with it', async () => {
  const source = new PassThrough();
  source.write('abcd');
  await expect(buffer(atMost(source, 3))).rejects.toMatchObject({ code: 'payload_too_large' });
  expect(source.destroyed).toBe(true);
});

test('a source that has failed before is no stream without an end, and no error that nobody catches', async () => {
  const counted = atMost(await aBroken(), 3);
  await closed(counted);
  await expect(buffer(counted)).rejects.toThrow(broken.message);
});
