// Storage of imports: their state, and the uploaded files until the import ends. With one server, files in the data
// folder, which backups exclude. With several servers, the shared database.
import type { Readable } from 'node:stream';

/**
 * `state`: JSON. `database`, `log`: uploaded files. `snapshot`: parsed data; `described`: its book metadata. `missing`:
 * JSON list of the books that were not found.
 */
export type PartName = 'state' | 'database' | 'log' | 'snapshot' | 'described' | 'missing';

/** Parts that contain source data. */
export const givenParts: readonly PartName[] = ['database', 'log', 'snapshot', 'described'];

export interface ImportStorage {
  /** Returns the import ids. */
  list(): Promise<string[]>;
  has(id: string, name: PartName): Promise<boolean>;
  read(id: string, name: PartName): Promise<Uint8Array | undefined>;
  /** Returns the content as a stream, or undefined if the part does not exist. */
  open(id: string, name: PartName): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Copies the part to this path. Returns false if it does not exist. */
  copyTo(id: string, name: PartName, file: string): Promise<boolean>;
  /** Replaces the part atomically: an interrupted write keeps the old content. */
  write(id: string, name: PartName, bytes: Readable | Uint8Array): Promise<void>;
  /** Removes these parts, or all parts. */
  remove(id: string, names?: readonly PartName[]): Promise<void>;
  /** Removes remains of interrupted writes from before this time. */
  cleanUp(beforeMs: number): Promise<void>;
}
