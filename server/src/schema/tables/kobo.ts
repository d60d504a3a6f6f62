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
  /** Positions of the last change that the device has acknowledged, and of the last one that was planned for it. */
  acknowledged: number;
  planned: number;
  syncedAt: number | null;
  createdAt: number;
}

/** What a device has of a book. Written by features/devices/kobo. */
export interface KoboBookTable {
  deviceId: string;
  bookId: string;
  /** Changes with everything of the book that a device is sent. */
  stamp: string;
  /** Time of the reading position that the device has; null for none. */
  progressAt: number | null;
  /** 1 when the user removed the book on the device. */
  isArchived: number;
}

/**
 * The changes that a device is to be sent next, in this order; removed when the device has acknowledged them.
 * Written by features/devices/kobo.
 */
export interface KoboChangeTable {
  deviceId: string;
  /** Only grows. */
  position: number;
  bookId: string;
  /** `new`, `changed`, `metadata`, `progress`, `removed`. */
  kind: string;
  /** The device's stamp of the book after the change. */
  stamp: string;
  progressAt: number | null;
}

/** The last reading state that a user's Kobo sent of a book, in its format. Written by features/devices/kobo. */
export interface KoboPositionTable {
  userId: string;
  bookId: string;
  /** Time of the progress that it became: the state is valid as long as that is the newest. */
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
