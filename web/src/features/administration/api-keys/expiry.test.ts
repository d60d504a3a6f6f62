import { expect, test } from 'vitest';
import { toExpiry } from './expiry.ts';

test('a key expires after days, on a date, never, or as before', () => {
  const nowMs = Date.parse('2026-01-01T00:00:00Z');
  const of = (end: Parameters<typeof toExpiry>[0]['end'], date = '') =>
    toExpiry({ end, date }, 'kept', nowMs);
  expect(of('30')).toBe('2026-01-31T00:00:00.000Z');
  expect(of('never')).toBeNull();
  expect(of('keep')).toBe('kept');
  expect(Date.parse(of('date', '2026-02-03') ?? '')).toBe(new Date(2026, 1, 3, 23, 59, 59).getTime());
});
