// What the readers of all kinds have in common to the outside.
import type { BookDto } from '@lectern/contract/books';
import type { ProgressSync } from './progress/progress-sync.ts';

/**
 * What every reader is given. `startPage` (from 1) is where an address says to begin, if it does, and `startMark` the id
 * of a bookmark or highlight there, for readers that find its words; otherwise reading goes on at `keeper.start`. The reader calls `keeper.tell` whenever another place is shown, as often as it likes, and
 * goes where `keeper.onGo` says; everything else about progress (saving, being offline, other devices, reading
 * sessions) is the keeper's and that of the page around the reader.
 */
export interface ReaderProps {
  book: BookDto;
  startPage?: number;
  startMark?: string;
  progressSync: ProgressSync;
}
