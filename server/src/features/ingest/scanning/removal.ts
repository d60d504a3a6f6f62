// Decides about books whose files are missing. Losing a few files is common. The loss of a large part of a library is
// more often caused by an unmounted disk, so it must be detected twice.

export interface Loss {
  missing: number;
  /** Number of live books before the scan. */
  live: number;
  /** A root is on another device than in the last scan. */
  hasNewDevice: boolean;
  /** Time at which such a loss was first detected. */
  heldAtMs: number | null;
  nowMs: number;
  /** A user confirmed that the files were removed deliberately. */
  isConfirmed: boolean;
}

const manyBooks = 20;
const largePart = 0.3;
/** A loss that is detected again after this time counts as confirmed. */
const confirmationMs = 24 * 60 * 60 * 1000;

export type RemovalDecision = 'remove' | 'hold';

export function decideRemoval({
  missing,
  live,
  hasNewDevice,
  heldAtMs,
  nowMs,
  isConfirmed,
}: Loss): RemovalDecision {
  const isLarge = missing > manyBooks && missing > live * largePart;
  // Device numbers also change after a restart. They indicate another disk only together with a loss.
  const isOtherDisk = hasNewDevice && missing >= live / 2;
  if (isConfirmed || (!isLarge && !isOtherDisk)) return 'remove';
  return heldAtMs !== null && nowMs - heldAtMs >= confirmationMs ? 'remove' : 'hold';
}
