// The bytes of an answer, for whoever looks at them here instead of sending them.
import { buffer } from 'node:stream/consumers';
import { type BytesAnswer, isBorrowed } from './answers.ts';

export async function readAll(answer: BytesAnswer): Promise<Uint8Array> {
  const body = await answer.body();
  if (body instanceof Uint8Array) return body;
  if (!isBorrowed(body)) return buffer(body);
  const bytes = Uint8Array.from(body.bytes);
  body.release();
  return bytes;
}
