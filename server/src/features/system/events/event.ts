// An event before it is sent: its type, payload and audience.
import type { EventType } from '@lectern/contract/system/event-types';
import type { Permission } from '@lectern/contract/values';
import type { CoverChange, VisibilityEvidence } from '#catalog/changes.ts';
import type { SeriesMarks } from '#infrastructure/access/viewer.ts';
import type { TaskRow } from '#infrastructure/tasks/store.ts';
import type { TaskSight } from '../tasks/index.ts';

/** The receivers, evaluated for each client when the event is sent. */
export type Audience =
  | { kind: 'everyone' }
  | { kind: 'user'; userId: string }
  | {
      kind: 'library';
      libraryId: string;
      anyOf: readonly Permission[];
      isDeleted?: boolean;
      /** Only for viewers of the whole library, or only for those with restrictions by tag or age. */
      only?: 'whole' | 'part';
    }
  | {
      kind: 'series';
      libraryId: string;
      seriesId: string;
      anyOf: readonly Permission[];
      /** Age rating and tags of a deleted series, whose row may have been purged. */
      marks?: SeriesMarks | undefined;
    }
  | { kind: 'permission'; permission: Permission }
  | {
      kind: 'task';
      taskId: string;
      /** Only for viewers who see the whole task, or only for those who see a part. */
      sight: TaskSight;
      subject: TaskRow['subject'];
    }
  | { kind: 'list'; list: 'collection' | 'readList'; id: string; evidence?: VisibilityEvidence | undefined }
  | { kind: 'progress'; userId: string; bookId: string };

export interface ServerEvent {
  type: EventType;
  payload: Readonly<Record<string, unknown>>;
  audience: Audience;
  /** Replaces many events of books and series. Sent to clients that subscribe to any of their types. */
  isPlaceholder?: boolean;
  /** Set if a cover was selected or deleted. For other protocols, which report that of lists and deleted covers. */
  cover?: CoverChange | undefined;
}

/** An event with its number in the order of this process. */
export interface NumberedEvent extends ServerEvent {
  number: number;
  timestamp: string;
}
