// A stream that ends with an error where it is longer than a bound.
import { pipeline, type Readable, Transform } from 'node:stream';
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
  // It may fail before anybody reads, as the source may have failed already: a later reader gets the error.
  counted.on('error', () => {});
  pipeline(bytes, counted, () => {});
  return counted;
}
