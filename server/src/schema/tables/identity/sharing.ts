// Sharing tags: allow or hide series for users.
/** Written by features/identity/sharing-tags. */
export interface SharingTagTable {
  id: string;
  name: string;
  /** Unique. */
  nameFolded: string;
  nameKey: string;
  description: string | null;
  createdAt: number;
  updatedAt: number;
}

/** Written by features/identity/sharing-tags. */
export interface SeriesSharingTagTable {
  seriesId: string;
  sharingTagId: string;
}
