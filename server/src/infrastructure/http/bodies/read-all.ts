// Reads the bytes of a response that is used here instead of being sent.
import { buffer } from 'node:stream/consumers';
import { type BytesAnswer, isBorrowed } from '../routes/answers.ts';

export async function readAll(answer: BytesAnswer): Promise<Uint8Array> {
  const body = await answer.body();
  if (body instanceof Uint8Array) return body;
  if (!isBorrowed(body)) return buffer(body);
  const bytes = Uint8Array.from(body.bytes);
  body.release();
  return bytes;
}
