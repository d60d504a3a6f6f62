// Saved filters, each its user's own.
/** Written by features/reading/filter-presets. */
export interface FilterPresetTable {
  id: string;
  userId: string;
  name: string;
  /** Unique for the user. */
  nameFolded: string;
  /** `list` or `search`. */
  scope: string;
  /** `series` or `books`. */
  target: string;
  libraryId: string | null;
  /** JSON. */
  condition: string;
  query: string | null;
  sort: string | null;
  pinned: number;
  position: number;
  createdAt: number;
  updatedAt: number;
}
