// Decides about books whose files are missing. Losing files is ordinary; losing a large part of a library at once is
// more often a disk that is not mounted, so such a loss has to be seen twice.

export interface Loss {
  missing: number;
  /** Books that were not deleted before the scan. */
  live: number;
  /** A root is on another device than at the last scan. */
  hasNewDevice: boolean;
  /** When such a loss was first detected. */
  heldAtMs: number | null;
  nowMs: number;
  /** A user confirmed that the files were removed on purpose. */
  isConfirmed: boolean;
}

const manyBooks = 20;
const largePart = 0.3;
/** A loss that is found again after this time counts as confirmed. */
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
  // Device numbers also change at a restart: only together with a loss do they indicate another disk.
  const isOtherDisk = hasNewDevice && missing >= live / 2;
  if (isConfirmed || (!isLarge && !isOtherDisk)) return 'remove';
  return heldAtMs !== null && nowMs - heldAtMs >= confirmationMs ? 'remove' : 'hold';
}
