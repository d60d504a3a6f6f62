// What was given to move in from, where several machines serve (features/transfer/imports).
/** Written by features/transfer/imports. */
export interface ImportPartTable {
  id: string;
  importId: string;
  /** What it is a part of: `state`, `database`, `log`, `snapshot`, `missing`, or an id while it is written. */
  name: string;
  /** From 0; with the import and the name unique. */
  position: number;
  bytes: Uint8Array;
  writtenAt: number;
}
