// Files that scans recognized as files of known books.
import type { FileMatchKind } from '@lectern/contract/values';

/** Written by features/ingest/file-matches. */
export interface FileMatchTable {
  id: string;
  /** The book that continues with another file, or (`same_copy`) the remaining one of two books. */
  bookId: string;
  /** `same_copy`: the book whose file disappeared. After an undo of another kind: the new book of the file. */
  otherBookId: string | null;
  kind: FileMatchKind;
  /** `similar_pages`: share of the pages that both files contain, 0 to 1. */
  share: number | null;
  /** JSON: columns of the book row that identify the former file. */
  former: string;
  /** JSON: location of the matched file. */
  file: string;
  /** `same_copy`: JSON of the user data that was moved to the remaining book. */
  carried: string | null;
  matchedAt: number;
  undoneAt: number | null;
}
