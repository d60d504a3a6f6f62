// The position of each reader in each book, and how many books of each series they have read.
/** Written by features/reading/progress. */
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

/**
 * Kept in the transaction that changes progress or a book of the series; a row only while something was read.
 * Written by features/reading/series-progress.
 */
export interface SeriesProgressTable {
  userId: string;
  seriesId: string;
  readCount: number;
  inProgressCount: number;
  lastReadAt: number;
}

/**
 * Positions that their reader removed: readings from before it do not bring them back.
 * Written by features/reading/progress.
 */
export interface ForgottenProgressTable {
  userId: string;
  bookId: string;
  forgottenAt: number;
}
