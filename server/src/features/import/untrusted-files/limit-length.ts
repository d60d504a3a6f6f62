// Limits the length of a stream.
import { pipeline, type Readable, Transform } from 'node:stream';
import { Problem } from '#infrastructure/errors.ts';

/** The stream fails with payload_too_large above `maxBytes`. */
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
  // The source may fail before the stream is read. The error is kept for the reader.
  counted.on('error', () => {});
  pipeline(bytes, counted, () => {});
  return counted;
}
