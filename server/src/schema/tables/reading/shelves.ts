// Collections of series, read lists of books, want-to-read, ratings and preferences.

/** A named list of series, shown to every user who sees any of them. Written by features/reading/lists. */
export interface CollectionTable {
  id: string;
  name: string;
  /** Unique. */
  nameFolded: string;
  nameKey: string;
  summary: string | null;
  /** 1: sorted by `position`; 0: sorted by title. */
  ordered: number;
  /** JSON of a condition on series, which selects the members. Null: members are stored as rows. */
  condition: string | null;
  /** Selected uploaded cover. Null: covers of the first members. */
  coverId: string | null;
  createdAt: number;
  updatedAt: number;
}

/** Written by features/reading/lists. */
export interface CollectionSeriesTable {
  collectionId: string;
  seriesId: string;
  position: number;
  addedAt: number;
}

/** A named list of books. Written by features/reading/lists. */
export interface ReadListTable {
  id: string;
  name: string;
  /** Unique. */
  nameFolded: string;
  nameKey: string;
  summary: string | null;
  ordered: number;
  /** JSON of a condition on books, or null, as for collections. */
  condition: string | null;
  /** Selected uploaded cover. Null: covers of the first members. */
  coverId: string | null;
  createdAt: number;
  updatedAt: number;
}

/** Written by features/reading/lists. */
export interface ReadListBookTable {
  readListId: string;
  bookId: string;
  position: number;
  addedAt: number;
}

/** Series and books that a user wants to read. Written by features/reading/want-to-read. */
export interface WantToReadTable {
  userId: string;
  /** `series` or `book`. */
  entityType: string;
  entityId: string;
  createdAt: number;
}

/** Written by features/reading/ratings. */
export interface SeriesRatingTable {
  userId: string;
  seriesId: string;
  /** 1 to 100. */
  rating: number;
  notes: string | null;
  createdAt: number;
  updatedAt: number;
}

/** Written by features/reading/preferences. */
export interface UserPreferenceTable {
  userId: string;
  key: string;
  /** JSON, at most 64 KiB. */
  value: string;
  updatedAt: number;
}
