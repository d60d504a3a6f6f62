// Reads and decompresses the body of a response with a size limit.
import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { OutsideError } from './errors.ts';

/** Throws OutsideError for a body with more bytes, compressed or decompressed. */
export async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const tooLarge = () => new OutsideError('too_large', `The response has more than ${maxBytes} bytes`);
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of unpack(response)) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function unpack(response: IncomingMessage): Readable {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return response;
  // No other encoding was requested.
  if (encoding !== 'gzip' && encoding !== 'x-gzip')
    throw new OutsideError('garbled', 'The response has a content encoding that was not requested');
  // Errors of both streams are reported to the reader.
  return pipeline(response, createGunzip(), () => {});
}
