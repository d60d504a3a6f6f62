// What is kept of imports: the state of each, and what was given until it is taken over. Where one machine serves, in files
// of the data folder, which no backup holds; where several may, in the database, which all of them reach.
import type { Readable } from 'node:stream';

/**
 * `state`: JSON. `database`, `log`: as they were uploaded. `snapshot`: what was read from them; `described`: what it says of
 * books. `missing`: JSON of the books that were not found.
 */
export type PartName = 'state' | 'database' | 'log' | 'snapshot' | 'described' | 'missing';

/** Those that hold what was given. */
export const givenParts: readonly PartName[] = ['database', 'log', 'snapshot', 'described'];

export interface Kept {
  /** Ids of imports. */
  list(): Promise<string[]>;
  has(id: string, name: PartName): Promise<boolean>;
  read(id: string, name: PartName): Promise<Uint8Array | undefined>;
  /** Its bytes one after the other; undefined where it is not kept. */
  open(id: string, name: PartName): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** As a file at this path, which nobody changes; false where it is not kept. */
  copyTo(id: string, name: PartName, file: string): Promise<boolean>;
  /** Replaces it as a whole: a write that was cut off leaves what was there. */
  write(id: string, name: PartName, bytes: Readable | Uint8Array): Promise<void>;
  /** These parts, or all of it. */
  remove(id: string, names?: readonly PartName[]): Promise<void>;
  /** Removes what writes that were cut off have left, of before this time. */
  cleanUp(beforeMs: number): Promise<void>;
}
