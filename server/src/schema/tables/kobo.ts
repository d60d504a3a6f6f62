// Kobo e-readers.

/** Written by features/devices/kobo. */
export interface KoboDeviceTable {
  id: string;
  userId: string;
  name: string;
  /** SHA-256 of the token (256 random bits, so a fast hash is enough), hex; unique. */
  tokenHash: string;
  /** `everything`, `collection`, `readList` or `preset`: what the device is to hold; the id of that list. */
  scopeKind: string;
  scopeId: string | null;
  /** The position of the last change that the device is known to have, and of the last one that was planned for it. */
  acknowledged: number;
  planned: number;
  syncedAt: number | null;
  createdAt: number;
}

/** What a device knows of a book. Written by features/devices/kobo. */
export interface KoboBookTable {
  deviceId: string;
  bookId: string;
  /** Changes with everything of the book that a device is told. */
  stamp: string;
  /** When the place was read that the device knows; null for none. */
  progressAt: number | null;
  /** The reader took the book off the device. */
  isArchived: number;
}

/**
 * What a device is to be told next, in this order; gone when it is known to have arrived.
 * Written by features/devices/kobo.
 */
export interface KoboChangeTable {
  deviceId: string;
  /** Counts up, for ever. */
  position: number;
  bookId: string;
  /** `new`, `changed`, `metadata`, `progress`, `removed`. */
  kind: string;
  /** What the device will know then. */
  stamp: string;
  progressAt: number | null;
}

/** What a reader's Kobo said last of a book, in its own words. Written by features/devices/kobo. */
export interface KoboPlaceTable {
  userId: string;
  bookId: string;
  /** Of the progress that was made of it: the words hold as long as that is the newest. */
  readAt: number;
  /** 0 to 100, of the book and of the chapter. */
  percent: number | null;
  chapterPercent: number | null;
  /** JSON: `{value, type, source}`. */
  location: string | null;
  /** JSON: `{spentMinutes, remainingMinutes}`. */
  statistics: string | null;
  timesStarted: number;
}
