// Items that were imported from other servers (features/import/mapping).
/** Written by features/import/mapping. */
export interface ImportedItemTable {
  /** Stable id of the source server. */
  source: string;
  kind: string;
  /** Id of the item at the source. */
  theirId: string;
  /** Id of the item here. Not a reference, because the row outlives a deleted item. */
  ourId: string;
  /** 1 if the import created the item. 0 if it existed before. */
  isMade: number;
}
