// Ids of things that come from elsewhere: made of where they come from, so that what comes again is the same thing.
import { hash } from 'node:crypto';

/** A UUID of version 8 (RFC 9562 §5.8). */
export function toStableId(...parts: readonly string[]): string {
  const digits = [...hash('sha256', parts.join('\0'), 'hex')];
  digits[12] = '8';
  digits[16] = '8';
  const text = digits.join('');
  return [
    text.slice(0, 8),
    text.slice(8, 12),
    text.slice(12, 16),
    text.slice(16, 20),
    text.slice(20, 32),
  ].join('-');
}
