// Collections of series, read lists of books, what users want to read, their ratings and preferences.

/** Series under a name, shown to every user who may see them. Written by features/reading/lists. */
export interface CollectionTable {
  id: string;
  name: string;
  /** Unique. */
  nameFolded: string;
  nameKey: string;
  summary: string | null;
  /** 1: shown in the order of `position`; 0: by title. */
  ordered: number;
  /** JSON of a condition over series: the members are whatever meets it. Null: the members are rows. */
  condition: string | null;
  /** The uploaded cover that is shown; null: those of the first members. */
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

/** Books under a name. Written by features/reading/lists. */
export interface ReadListTable {
  id: string;
  name: string;
  /** Unique. */
  nameFolded: string;
  nameKey: string;
  summary: string | null;
  ordered: number;
  /** JSON of a condition over books, or null, as for collections. */
  condition: string | null;
  /** The uploaded cover that is shown; null: those of the first members. */
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
