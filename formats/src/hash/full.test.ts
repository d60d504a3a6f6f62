import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { faultOf } from '../../../server/test/faults.ts';
import { bytesSource } from '../source.ts';
import { computeFullHash } from './full.ts';

test.each([0, 1, 1024 * 1024, 1024 * 1024 + 1, 3_000_000])(
  'returns the SHA-256 of a file of %d bytes',
  (size) => {
    const bytes = Buffer.from(Array.from({ length: size }, (_, i) => (i * 7) % 251));
    expect(computeFullHash(bytesSource(bytes))).toBe(createHash('sha256').update(bytes).digest('hex'));
  },
);

test('reports its progress, and stops if the callback throws', () => {
  const source = bytesSource(Buffer.alloc(2_500_000));
  const steps: number[] = [];
  computeFullHash(source, (done) => steps.push(done));
  expect(steps).toEqual([1_048_576, 2_097_152, 2_500_000]);
  const stop = () => {
    throw new Error('stop');
  };
  expect(() => computeFullHash(source, stop)).toThrow('stop');
});

test('throws if a file becomes shorter while it is read', () => {
  const source = { size: 10, read: (offset: number) => new Uint8Array(offset === 0 ? 5 : 0) };
  expect(faultOf(() => computeFullHash(source))).toBe('parser truncated');
});
