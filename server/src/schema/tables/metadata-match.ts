// Matches of books and series with provider entries, and proposals.

/** One row per matched series or book, or with a proposal. Written by features/matching. */
export interface MetadataMatchTable {
  id: string;
  /** Exactly one is set. */
  seriesId: string | null;
  bookId: string | null;
  /** 1: excluded from proposals. */
  isRefused: 0 | 1;
  /** JSON: provider metadata before the last change of the matches. Null if there is nothing to undo. */
  before: string | null;
  /** State of the proposal. Null without a proposal. */
  state: 'pending' | 'accepted' | 'dismissed' | null;
  provider: string | null;
  externalId: string | null;
  /** 0 to 1. */
  score: number | null;
  /** JSON: the candidate with its reasons, and other candidates. */
  proposal: string | null;
  createdAt: number;
  updatedAt: number;
}
