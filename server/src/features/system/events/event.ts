// An event before anybody in particular is told of it: its type, what it says, and who may know.
import type { EventType, Permission } from '@lectern/contract/values';
import type { VisibilityEvidence } from '#catalog/changes.ts';
import type { SeriesMarks } from '#infrastructure/access/viewer.ts';

/** Judged for each client at the moment of sending. */
export type Audience =
  | { kind: 'everyone' }
  | { kind: 'user'; userId: string }
  | {
      kind: 'library';
      libraryId: string;
      anyOf: readonly Permission[];
      isGone?: boolean;
      /** Only for those who see all of the library, or only for those from whom tags or ages hide parts of it. */
      only?: 'whole' | 'part';
    }
  | {
      kind: 'series';
      libraryId: string;
      seriesId: string;
      anyOf: readonly Permission[];
      /** Of what is deleted: the last that is known of a series whose row may be gone. */
      marks?: SeriesMarks | undefined;
    }
  | { kind: 'permission'; permission: Permission; libraryId: string | null }
  | { kind: 'list'; list: 'collection' | 'readList'; id: string; evidence?: VisibilityEvidence | undefined }
  | { kind: 'progress'; userId: string; bookId: string };

export interface ServerEvent {
  type: EventType;
  payload: Readonly<Record<string, unknown>>;
  audience: Audience;
  /** Stands for many events of books and series in a burst: whoever asks for one of their types gets it. */
  isPlaceholder?: boolean;
  /** Of a cover: one was deleted, and whether it was shown until then. For other protocols, which tell of that. */
  removedCover?: { wasSelected: boolean } | undefined;
}

/** With its place in the order of this process. */
export interface NumberedEvent extends ServerEvent {
  number: number;
  timestamp: string;
}
