// Reading history, in addition to the current position (tables/progress.ts).

/** Every reported position, including those that arrived too late to apply. Written by features/reading/progress. */
export interface ReadHistoryTable {
  id: string;
  userId: string;
  bookId: string;
  deviceId: string | null;
  deviceName: string | null;
  page: number;
  percentage: number | null;
  completed: number;
  /** 1: the book was marked as read. Does not count as finished in statistics. */
  marked: number;
  locator: string | null;
  /** Start time of merged entries. Null for a single entry. */
  beganAt: number | null;
  /** Time of reading, and time when the server received it. */
  readAt: number;
  /** Time of the device's clock, if it was ahead of the server's. */
  claimedAt: number | null;
  recordedAt: number;
}

/** A reading session with an id from the client. Written by features/reading/reading-sessions. */
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
