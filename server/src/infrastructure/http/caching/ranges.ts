// The Range header for a single range of bytes (RFC 9110 §14). Several ranges return the whole body.

export type RangeDecision =
  | { kind: 'whole' }
  | { kind: 'part'; start: number; end: number }
  | { kind: 'unsatisfiable' };

const whole: RangeDecision = { kind: 'whole' };

/** `end` of a part is inclusive. Other headers are ignored, as RFC 9110 §14.2 requires. */
export function decideRange(header: string | string[] | undefined, sizeBytes: number): RangeDecision {
  if (typeof header !== 'string') return whole;
  const match = /^bytes=(\d{0,20})-(\d{0,20})$/i.exec(header.trim());
  if (!match) return whole;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return whole;
  if (first === '') {
    const suffix = Number(last);
    if (suffix === 0 || sizeBytes === 0) return { kind: 'unsatisfiable' };
    return { kind: 'part', start: Math.max(0, sizeBytes - suffix), end: sizeBytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < start) return whole;
  if (start >= sizeBytes) return { kind: 'unsatisfiable' };
  return { kind: 'part', start, end };
}
