// Import files in the database, for installations with several servers (features/import/storage).
/** Written by features/import/storage. */
export interface ImportPartTable {
  id: string;
  importId: string;
  /**
   * Part name: `state`, `database`, `log`, `snapshot`, `described` or `missing`. A temporary id while it is written.
   */
  name: string;
  /** Zero-based position. Unique per import and name. */
  position: number;
  bytes: Uint8Array;
  writtenAt: number;
}
