// Ids of rows: UUID version 7 (RFC 9562 §5.7), which sort by creation time.
import { hash, randomFillSync } from 'node:crypto';

const random = new Uint8Array(10 * 256);
let used = random.length;
let lastMs = 0;
let sequence = 0;

/**
 * Returns a new UUIDv7. Ids that a process creates in the same millisecond keep their order: the twelve bits after the
 * time count up from a random start.
 */
export function newId(nowMs = Date.now()): string {
  if (used + 10 > random.length) {
    randomFillSync(random);
    used = 0;
  }
  const at = used;
  used += 10;
  if (nowMs > lastMs) {
    lastMs = nowMs;
    sequence = (((random[at] ?? 0) & 0x07) << 8) | (random[at + 1] ?? 0);
  } else if (++sequence > 0xfff) {
    lastMs += 1;
    sequence = 0;
  }
  const time = lastMs.toString(16).padStart(12, '0');
  const tail = Buffer.from(random.buffer, random.byteOffset + at + 2, 8);
  tail[0] = ((tail[0] ?? 0) & 0x3f) | 0x80;
  const rest = tail.toString('hex');
  const counter = sequence.toString(16).padStart(3, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}-${rest.slice(0, 4)}-${rest.slice(4)}`;
}

/**
 * Returns the id of an external item, derived from its origin, so that a repeated import has the same id. A UUID of
 * version 8 (RFC 9562 §5.8).
 */
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

/** Sorts before all other ids: the nil UUID (RFC 9562 §5.9). */
export const nilId = '00000000-0000-0000-0000-000000000000';

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const isId = (text: string): boolean => pattern.test(text);
