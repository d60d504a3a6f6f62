// When a key ends, as people say it and as the server is told.

export type End = 'keep' | 'never' | '30' | '90' | '365' | 'date';

export interface Ending {
  end: End;
  /** As a date field has it: 2026-12-31. */
  date: string;
}

const dayMs = 24 * 60 * 60 * 1_000;

/** RFC 3339, or null for a key without an end; a chosen day counts to its end where one is. */
export function toExpiry({ end, date }: Ending, kept: string | null, nowMs = Date.now()): string | null {
  if (end === 'keep') return kept;
  if (end === 'never') return null;
  if (end === 'date') return new Date(`${date}T23:59:59`).toISOString();
  return new Date(nowMs + Number(end) * dayMs).toISOString();
}
