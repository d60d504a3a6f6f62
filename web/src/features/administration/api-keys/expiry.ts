// The expiry of a key in the form, converted to the form of the API.

export type End = 'keep' | 'never' | '30' | '90' | '365' | 'date';

export interface ExpiryChoice {
  end: End;
  /** The value of a date field, such as 2026-12-31. */
  date: string;
}

const dayMs = 24 * 60 * 60 * 1_000;

/** RFC 3339, or null for no expiry. A chosen date includes its whole day in the local time zone. */
export function toExpiry(
  { end, date }: ExpiryChoice,
  current: string | null,
  nowMs = Date.now(),
): string | null {
  if (end === 'keep') return current;
  if (end === 'never') return null;
  if (end === 'date') return new Date(`${date}T23:59:59`).toISOString();
  return new Date(nowMs + Number(end) * dayMs).toISOString();
}
