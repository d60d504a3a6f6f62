// What books and series are matched with at providers of metadata, and what is proposed.

/** One for a series or book that was matched, or that something is proposed for. Written by features/integrations/matching. */
export interface MetadataMatchTable {
  id: string;
  /** One of them. */
  seriesId: string | null;
  bookId: string | null;
  /** 1: nothing is proposed for it. */
  isRefused: 0 | 1;
  /** JSON: what providers said before the last change of its matches; null where there is nothing to take back. */
  before: string | null;
  /** Of what is proposed; null where nothing is. */
  state: 'pending' | 'accepted' | 'dismissed' | null;
  provider: string | null;
  externalId: string | null;
  /** 0 to 1. */
  score: number | null;
  /** JSON: the candidate, with reasons and other candidates. */
  proposal: string | null;
  createdAt: number;
  updatedAt: number;
}
