// The interface of all readers.
import type { BookDto } from '@lectern/contract/libraries/books';
import type { ProgressSync } from './progress/progress-sync.ts';

/**
 * The props of all readers. `startPage` (from 1) and `startMark`, the id of a bookmark or highlight, come from the URL;
 * without them, reading starts at `progressSync.start`. The reader reports each position to `progressSync.report` and
 * navigates on `progressSync.onGo`. The progress sync handles storage, offline use, other devices and reading sessions.
 */
export interface ReaderProps {
  book: BookDto;
  startPage?: number;
  startMark?: string;
  progressSync: ProgressSync;
}
