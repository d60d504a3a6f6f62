// An event before anybody in particular is told of it: its type, what it says, and who may know.
import type { EventType } from '@lectern/contract/events';
import type { Permission } from '@lectern/contract/permissions';

/** Judged for each client at the moment of sending. */
export type Audience =
  | { kind: 'everyone' }
  | { kind: 'library'; libraryId: string }
  | { kind: 'series'; libraryId: string; seriesId: string }
  | { kind: 'permission'; permission: Permission; libraryId: string | null }
  | { kind: 'list'; list: 'collection' | 'readList'; id: string; isGone: boolean }
  | { kind: 'progress'; userId: string; bookId: string };

export interface ServerEvent {
  type: EventType;
  payload: Readonly<Record<string, unknown>>;
  audience: Audience;
  /** Stands for many others in a burst: it comes whatever types a client asks for. */
  isStandIn?: boolean;
}

/** With its place in the order of this process. */
export interface NumberedEvent extends ServerEvent {
  number: number;
  timestamp: string;
}
