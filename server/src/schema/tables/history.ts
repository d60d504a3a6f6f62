// What was read when: beside the place where somebody is (tables/progress.ts).

/** Each place that a device told of, also those that came too late to count. Written by features/reading/progress. */
export interface ReadHistoryTable {
  id: string;
  userId: string;
  bookId: string;
  deviceId: string | null;
  deviceName: string | null;
  page: number;
  percentage: number | null;
  completed: number;
  /** Somebody said so without reading: it finishes no book in the statistics. */
  marked: number;
  locator: string | null;
  /** The first of the steps that the entry stands for; null when it is the only one. */
  beganAt: number | null;
  /** When it was read there, and when the server was told. */
  readAt: number;
  /** What the device's clock said, where that was ahead of the server's. */
  claimedAt: number | null;
  recordedAt: number;
}

/** A stretch of reading, named by the client that saw it. Written by features/reading/reading-sessions. */
export interface ReadingSessionTable {
  userId: string;
  id: string;
  bookId: string;
  startedAt: number;
  endedAt: number;
  pagesRead: number;
  startPage: number | null;
  endPage: number | null;
  deviceId: string | null;
  deviceName: string | null;
  createdAt: number;
}
