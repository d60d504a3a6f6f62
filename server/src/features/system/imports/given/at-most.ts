// A stream that ends with an error where it is longer than a bound.
import { type Readable, Transform } from 'node:stream';
import { Problem } from '#infrastructure/errors.ts';

/** Throws payload_too_large. */
export function atMost(bytes: Readable, maxBytes: number): Readable {
  let total = 0;
  const counted = new Transform({
    transform(chunk: Uint8Array, _, done) {
      total += chunk.length;
      if (total > maxBytes)
        done(new Problem('payload_too_large', `The file is larger than ${maxBytes} bytes`));
      else done(null, chunk);
    },
  });
  bytes.on('error', (error) => counted.destroy(error));
  // An unwanted upload is ended.
  counted.on('close', () => bytes.destroy());
  return bytes.pipe(counted);
}
