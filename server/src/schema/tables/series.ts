// Series.
import type { ReadingDirection, SeriesStatus } from '@lectern/contract/values';

/** Written by features/libraries/series. */
export interface SeriesTable {
  id: string;
  libraryId: string;
  /** What makes it this series for the library's strategy: a folder or a folded name. Unique in the library. */
  seriesKey: string;
  /** Its folder relative to the root it was first seen in; null when the strategy knows no folder. */
  path: string | null;
  rootId: string;
  /** The title and first year that the library's series strategy gives, before its books' metadata. */
  assignedTitle: string;
  assignedYear: number | null;
  title: string;
  titleSort: string | null;
  /** For matching, and for ordering: see infrastructure/text. */
  titleFolded: string;
  titleKey: string;
  /** 1: a person set the title, and scans keep it. */
  titleLocked: number;
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
  /** Earliest release of its books. */
  releasedAt: number | null;
  /** 0 to 5: the mean of what its books say, else of what other services say. */
  communityRating: number | null;
  /** Volumes that are here, each counted once. */
  ownedVolumeCount: number;
  isOneshot: number;
  hasExternalId: number;
  listVersion: number;
  /** Which cover: first_book, latest_book, or custom with `coverId`. */
  coverSource: string;
  coverId: string | null;
  /** Books that are not deleted; a series without any is hidden. */
  bookCount: number;
  /** When its latest book was added or changed. */
  booksUpdatedAt: number;
  createdAt: number;
  updatedAt: number;
}
