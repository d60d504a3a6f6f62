// What happens to books whose files are not there any more. Losing files is ordinary; losing a large part of a
// library at once is more often a disk that is not mounted, so such a loss has to be seen twice.

export interface Loss {
  missing: number;
  /** Books believed to be there before the scan. */
  live: number;
  /** A root is on another device than at the last scan. */
  hasNewDevice: boolean;
  /** When such a loss was first seen. */
  heldAtMs: number | null;
  nowMs: number;
  /** A person said that the files are meant to be gone. */
  isConfirmed: boolean;
}

const manyBooks = 20;
const largePart = 0.3;
/** A loss seen again after this time counts as meant. */
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
  // File systems get new numbers at a restart too: only with a loss does one mean another disk.
  const isOtherDisk = hasNewDevice && missing >= live / 2;
  if (isConfirmed || (!isLarge && !isOtherDisk)) return 'remove';
  return heldAtMs !== null && nowMs - heldAtMs >= confirmationMs ? 'remove' : 'hold';
}
