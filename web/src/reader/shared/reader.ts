// What the readers of all kinds have in common to the outside.
import type { BookDto } from '@lectern/contract/books';

/** What every reader is given. `startPage` (from 1) is where an address says to begin, if it does. */
export interface ReaderProps {
  book: BookDto;
  startPage?: number;
}
