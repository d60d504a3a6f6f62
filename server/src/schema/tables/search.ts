// Search documents. Their words lie in columns that only kernel/database/text-search.ts knows. Written by
// features/indexing.
export interface SearchTable {
  entityId: string;
}
