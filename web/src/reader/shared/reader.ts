// The interface of all readers.
import type { BookDto } from '@lectern/contract/books';
import type { ProgressSync } from './progress/progress-sync.ts';

/**
 * The props of every reader. `startPage` (from 1) comes from the address, as does `startMark`, the id of a bookmark or
 * highlight; without them reading starts at `progressSync.start`. The reader reports each position to
 * `progressSync.report` and goes where `progressSync.onGo` says. Saving, offline use, other devices and reading
 * sessions are the job of the progress sync.
 */
export interface ReaderProps {
  book: BookDto;
  startPage?: number;
  startMark?: string;
  progressSync: ProgressSync;
}
