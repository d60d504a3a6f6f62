// What pages of comics look like, and what looks alike.
import type { CreditPageState } from '@lectern/contract/credit-page-states';

/** The compared pages of a book. Written by features/serving/page-hashes. */
export interface BookPageHashTable {
  bookId: string;
  /** Of the file that they are of. */
  fileHash: string;
  pageCount: number;
  /** Numbers and hashes (features/serving/page-hashes/pages.ts); empty where no page could be read. */
  pages: Uint8Array;
}

/** Two comics that are probably the same, the one with the lower id first. Written by features/serving/page-hashes. */
export interface SimilarBookTable {
  id: string;
  bookId: string;
  otherId: string;
  /** Pages that look alike, of so many. */
  matching: number;
  compared: number;
  /** 1: somebody said that they are not. */
  isDismissed: number;
  foundAt: number;
}

/** A page that repeats in books of a library. Written by features/serving/page-hashes. */
export interface CreditPageTable {
  id: string;
  libraryId: string;
  /** In hexadecimal. */
  hash: string;
  state: CreditPageState;
  foundAt: number;
  decidedAt: number | null;
}

/** Where a page is that repeats. Written by features/serving/page-hashes. */
export interface CreditPageBookTable {
  creditPageId: string;
  bookId: string;
  pageNumber: number;
}
