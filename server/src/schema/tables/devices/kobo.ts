// Kobo e-readers.

/** Written by features/devices/kobo. */
export interface KoboDeviceTable {
  id: string;
  userId: string;
  name: string;
  /** SHA-256 of the token (256 random bits, so a fast hash is enough), hex; unique. */
  tokenHash: string;
  /** Content to sync: `everything`, `collection`, `readList` or `preset`, and the id of the list. */
  scopeKind: string;
  scopeId: string | null;
  /** Positions of the last acknowledged change and of the last planned change. */
  acknowledged: number;
  planned: number;
  syncedAt: number | null;
  createdAt: number;
}

/** The state of a book on a device. Written by features/devices/kobo. */
export interface KoboBookTable {
  deviceId: string;
  bookId: string;
  /** Fingerprint of all book data that is sent to a device. */
  stamp: string;
  /** Time of the reading position on the device. Null for none. */
  progressAt: number | null;
  /** 1 when the user removed the book on the device. */
  isArchived: number;
}

/**
 * Pending changes of a device, in order. Deleted when the device acknowledges them. Written by features/devices/kobo.
 */
export interface KoboChangeTable {
  deviceId: string;
  /** Only increases. */
  position: number;
  bookId: string;
  /** `new`, `changed`, `metadata`, `progress`, `removed`. */
  kind: string;
  /** Fingerprint of the book on the device after the change. */
  stamp: string;
  progressAt: number | null;
}

/** The last reading state that a user's Kobo sent for a book, in its format. Written by features/devices/kobo. */
export interface KoboPositionTable {
  userId: string;
  bookId: string;
  /** Time of the progress created from the state. The state is valid while that progress is the latest. */
  readAt: number;
  /** 0 to 100, in the book and in the chapter. */
  percent: number | null;
  chapterPercent: number | null;
  /** JSON: `{value, type, source}`. */
  location: string | null;
  /** JSON: `{spentMinutes, remainingMinutes}`. */
  statistics: string | null;
  timesStarted: number;
}
