import { describe, expect, test } from 'vitest';
import { toPartialResponse } from './ranges.ts';

const whole = () => new Response('0123456789', { headers: { 'content-type': 'application/pdf' } });

describe('returns a range of a stored response', () => {
  test.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=8-', '89', 'bytes 8-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=5-99', '56789', 'bytes 5-9/10'],
    ['bytes=-99', '0123456789', 'bytes 0-9/10'],
  ])('is what %s asks for', async (range, text, told) => {
    const part = await toPartialResponse(whole(), range);
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, text, told]);
    expect(part.headers.get('content-type')).toBe('application/pdf');
  });

  test.each([[null], ['bytes=-'], ['bytes=0-1,4-5'], ['pages=1-2']])(
    'returns the whole response for %s',
    async (range) => {
      const part = await toPartialResponse(whole(), range);
      expect([part.status, await part.text()]).toEqual([200, '0123456789']);
    },
  );

  test('refuses a range beyond the end', async () => {
    const part = await toPartialResponse(whole(), 'bytes=10-12');
    expect([part.status, part.headers.get('content-range')]).toEqual([416, 'bytes */10']);
  });
});
