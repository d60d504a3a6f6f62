// Perceptual hashes of comic pages, and similar comics and pages.
import type { CreditPageState } from '@lectern/contract/serving/credit-page-states';

/** The compared pages of a book. Written by features/serving/page-hashes. */
export interface BookPageHashTable {
  bookId: string;
  /** Hash of the file to which the pages belong. */
  fileHash: string;
  pageCount: number;
  /** Page numbers and hashes (features/serving/page-hashes/pages.ts). Empty if no page was readable. */
  pages: Uint8Array;
}

/** Two comics that are probably the same, sorted by id. Written by features/serving/page-hashes. */
export interface SimilarBookTable {
  id: string;
  bookId: string;
  otherId: string;
  /** Number of similar pages, and number of compared pages. */
  matching: number;
  compared: number;
  /** 1: a user marked them as different. */
  isDismissed: number;
  foundAt: number;
}

/** A page that occurs in several books of a library. Written by features/serving/page-hashes. */
export interface CreditPageTable {
  id: string;
  libraryId: string;
  /** Hexadecimal. */
  hash: string;
  state: CreditPageState;
  foundAt: number;
  decidedAt: number | null;
}

/** Occurrences of a repeated page. Written by features/serving/page-hashes. */
export interface CreditPageBookTable {
  creditPageId: string;
  bookId: string;
  pageNumber: number;
}
