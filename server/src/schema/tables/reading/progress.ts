// Reading positions, and read counts per series.
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
 * Updated in the transaction that changes progress or a book of the series. Exists only while the user has progress in
 * the series. Written by features/reading/series-progress.
 */
export interface SeriesProgressTable {
  userId: string;
  seriesId: string;
  readCount: number;
  inProgressCount: number;
  lastReadAt: number;
}

/** Positions removed by their user: older readings do not restore them. Written by features/reading/progress. */
export interface ForgottenProgressTable {
  userId: string;
  bookId: string;
  forgottenAt: number;
}
