// Series.
import type { BookOrder, ReadingDirection, SeriesStatus, SpecialsPlace } from '@lectern/contract/values';

/** Written by features/libraries/series. */
export interface SeriesTable {
  id: string;
  libraryId: string;
  /** Identifies the series for the library's strategy: a folder or a folded name. Unique in the library. */
  seriesKey: string;
  /** Folder relative to the root in which it was first found. Null if the strategy does not use folders. */
  path: string | null;
  rootId: string;
  /** Title and first year from the library's series strategy, before book metadata is applied. */
  assignedTitle: string;
  assignedYear: number | null;
  title: string;
  titleSort: string | null;
  /** For matching and sorting (infrastructure/text). */
  titleFolded: string;
  titleKey: string;
  summary: string | null;
  publisher: string | null;
  imprint: string | null;
  year: number | null;
  status: SeriesStatus | null;
  language: string | null;
  ageRating: number | null;
  readingDirection: ReadingDirection | null;
  totalVolumeCount: number | null;
  totalChapterCount: number | null;
  titleSortFolded: string | null;
  summaryFolded: string | null;
  pathFolded: string | null;
  /** Earliest release date of its books. */
  releasedAt: number | null;
  /** 0 to 5: mean of the ratings in book metadata, else of other services. */
  communityRating: number | null;
  /** Number of distinct volumes in the library. */
  ownedVolumeCount: number;
  isOneshot: number;
  hasExternalId: number;
  /** Cover selection: first_book, latest_book, or custom with `coverId`. */
  coverSource: string;
  coverId: string | null;
  /** How books are ordered, and where specials are placed (features/libraries/reading-order). */
  bookOrder: BookOrder;
  specials: SpecialsPlace;
  /** Number of live books. Series without any are hidden. */
  bookCount: number;
  /** Time when a book was last added or changed. */
  booksUpdatedAt: number;
  createdAt: number;
  updatedAt: number;
}
