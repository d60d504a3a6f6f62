// Where each reader is in each book, and per series how far. Written by features/progress.
export interface ReadProgressTable {
  id: string;
  userId: string;
  bookId: string;
  currentPage: number;
  percentage: number | null;
  completed: number;
  locator: string | null;
  startedAt: number;
  updatedAt: number;
  completedAt: number | null;
}

/** Kept in the transaction that changes progress or a book of the series; a row only while something was read. */
export interface SeriesProgressTable {
  userId: string;
  seriesId: string;
  readCount: number;
  inProgressCount: number;
  lastReadAt: number;
}

/** Places that their reader has given up: what was read before does not bring them back. */
export interface ForgottenProgressTable {
  userId: string;
  bookId: string;
  forgottenAt: number;
}
