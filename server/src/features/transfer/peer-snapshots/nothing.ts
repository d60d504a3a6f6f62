// What a reader finds nothing of where it does not say otherwise.
import type { Snapshot } from './snapshot.ts';

export const nothing = {
  readings: [],
  finished: [],
  sessions: [],
  marks: [],
  collections: [],
  readLists: [],
  ratings: [],
  wanted: [],
  wantedBooks: [],
  presets: [],
  keys: [],
} satisfies Partial<Snapshot>;
