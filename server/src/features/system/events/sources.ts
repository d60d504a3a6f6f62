// Converts internal messages to events: collected for a short window, then emitted in order.
import type { ScanStatus } from '@lectern/contract/ingest/scanning';
import {
  annotationsChanged,
  bookChanged,
  collectionChanged,
  coverChanged,
  type ListChange,
  progressChanged,
  readListChanged,
  releasesChanged,
  seriesChanged,
} from '#catalog/changes.ts';
import { libraryChanged } from '#catalog/libraries.ts';
import { toHundredths } from '#features/ingest/scanning/index.ts';
import { type Channel, type EventBus, messagesMissed } from '#infrastructure/events/bus.ts';
import { storageChanged } from '#infrastructure/storage.ts';
import { taskChanged } from '#infrastructure/tasks/queue.ts';
import type { TaskRow } from '#infrastructure/tasks/store.ts';
import { listSights, toTaskDto, withoutFailure } from '../tasks/index.ts';
import { createWindow } from './coalesce.ts';
import type { ServerEvent } from './event.ts';
import { createPositions } from './positions.ts';
import { publicChangeTypes } from './types.ts';

/** A task, with the status of its scan if it is a scan. */
interface TaskChange {
  row: TaskRow;
  scan: ScanStatus | undefined;
}

type MessageOf<C> = C extends Channel<infer T> ? T : never;
type AnnotationsChange = MessageOf<typeof annotationsChanged>;

interface Dependencies {
  events: EventBus;
  findTask(id: string): Promise<TaskChange | undefined>;
  emit(events: readonly ServerEvent[]): void;
  /** Whether a stream was ever open. A process without clients runs no queries. */
  hasListeners(): boolean;
  windowMs: number;
}

export interface Sources {
  stop(): void;
}

/** Maximum number of tasks published per window. The others follow in the next. */
const maxTasks = 20;

export function createSources({ events, findTask, emit, hasListeners, windowMs }: Dependencies): Sources {
  const window = createWindow();
  const positions = createPositions();
  const tasks = new Set<string>();
  const others: ServerEvent[] = [];
  let timer: NodeJS.Timeout | undefined;
  let publishing = Promise.resolve();
  let isStopped = false;

  const wake = () => {
    timer ??= setTimeout(flush, windowMs).unref();
  };

  function flush(): void {
    timer = undefined;
    emit([...window.take(), ...others.splice(0), ...positions.take()]);
    // Published sequentially, so that an older state of a task never follows a newer one.
    if (tasks.size > 0) publishing = publishing.then(publishTasks);
    if (positions.hasMore) wake();
  }

  async function publishTasks(): Promise<void> {
    const ids = [...tasks].slice(0, maxTasks);
    for (const id of ids) tasks.delete(id);
    if (!hasListeners()) return tasks.clear();
    const found = await Promise.all(ids.map((id) => findTask(id).catch(() => undefined)));
    if (isStopped) return;
    emit(found.flatMap((one) => (one ? toTaskEvents(one) : [])));
    if (tasks.size > 0) wake();
  }

  /** Calls `note` for each message and starts a window. */
  const gather = <T>(from: Channel<T>, note: (message: T) => void) =>
    events.subscribe(from, (message) => {
      note(message);
      wake();
    });
  const add = (event: ServerEvent) => others.push(event);
  const subscriptions = [
    gather(bookChanged, window.addBooks),
    gather(seriesChanged, window.addSeries),
    gather(progressChanged, positions.add),
    gather(taskChanged, ({ id }) => tasks.add(id)),
    gather(libraryChanged, (change) => add(toLibraryEvent(change))),
    gather(coverChanged, (change) => add(toCoverEvent(change))),
    gather(collectionChanged, (change) => add(toListEvent('collection', change))),
    gather(readListChanged, (change) => add(toListEvent('readList', change))),
    gather(annotationsChanged, (change) => {
      if (!others.some((event) => isOfAnnotations(event, change))) add(toAnnotationsEvent(change));
    }),
    gather(releasesChanged, ({ userIds }) => {
      for (const userId of userIds)
        if (!others.some((event) => isOfReleases(event, userId))) add(toReleasesEvent(userId));
    }),
    gather(storageChanged, ({ state }) => add(toStorageEvent(state))),
    gather(messagesMissed, () => add({ type: 'resync', payload: {}, audience: { kind: 'everyone' } })),
  ];
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      for (const unsubscribe of subscriptions) unsubscribe();
    },
  };
}

const toLibraryEvent = ({ libraryId, kind = 'updated' }: MessageOf<typeof libraryChanged>): ServerEvent => ({
  type: publicChangeTypes.library[kind],
  payload: { libraryId },
  audience: { kind: 'library', libraryId, anyOf: ['libraries:read'], isDeleted: kind === 'deleted' },
});

const toCoverEvent = ({
  entityType,
  entityId,
  seriesId,
  libraryId,
  removed,
}: MessageOf<typeof coverChanged>): ServerEvent => ({
  type: 'cover_updated',
  removedCover: removed,
  payload: { entityType, entityId, libraryId },
  audience: {
    kind: 'series',
    libraryId,
    seriesId,
    anyOf: [entityType === 'book' ? 'books:read' : 'series:read'],
  },
});

const toAnnotationsEvent = ({ userId, bookId }: AnnotationsChange): ServerEvent => ({
  type: 'annotations_updated',
  payload: { bookId },
  audience: { kind: 'progress', userId, bookId },
});

const isOfAnnotations = ({ type, audience }: ServerEvent, { userId, bookId }: AnnotationsChange): boolean =>
  type === 'annotations_updated' &&
  audience.kind === 'progress' &&
  audience.userId === userId &&
  audience.bookId === bookId;

const toReleasesEvent = (userId: string): ServerEvent => ({
  type: 'releases_updated',
  payload: {},
  audience: { kind: 'user', userId },
});

const isOfReleases = ({ type, audience }: ServerEvent, userId: string): boolean =>
  type === 'releases_updated' && audience.kind === 'user' && audience.userId === userId;

const toStorageEvent = (storage: string): ServerEvent => ({
  type: 'storage_updated',
  payload: { storage },
  audience: { kind: 'permission', permission: 'system:health' },
});

const toListEvent = (list: 'collection' | 'readList', { id, kind, evidence }: ListChange): ServerEvent => ({
  type: publicChangeTypes[list][kind],
  payload: list === 'collection' ? { collectionId: id } : { readListId: id },
  audience: { kind: 'list', list, id, evidence },
});

/**
 * Failures of single files are omitted, because the visibility of their books differs between the viewers of a task.
 */
function toTaskEvents({ row, scan }: TaskChange): ServerEvent[] {
  const published = listSights(row).map(
    (sight): ServerEvent => ({
      type: 'task_progress',
      payload: { task: withoutFailure(toTaskDto(row, sight)) },
      audience: { kind: 'task', taskId: row.id, subject: row.subject, sight },
    }),
  );
  if (scan) {
    const { libraryId: scanned, status, filesTotal, filesProcessed } = scan;
    const audience = { kind: 'library', libraryId: scanned, anyOf: ['libraries:read'] } as const;
    const of = (figures: object) => ({ libraryId: scanned, status, ...figures });
    published.push(
      {
        type: 'scan_progress',
        payload: of({ filesTotal, filesProcessed }),
        audience: { ...audience, only: 'whole' },
      },
      { type: 'scan_progress', payload: of(toHundredths(scan)), audience: { ...audience, only: 'part' } },
    );
  }
  return published;
}
