// From the program's own messages to events: gathered for a moment, then written into the journal in order.
import type { ScanStatus } from '@lectern/contract/scanning';
import type { TaskDto } from '@lectern/contract/tasks';
import {
  annotationsChanged,
  bookChanged,
  collectionChanged,
  coverChanged,
  type ListChange,
  progressChanged,
  readListChanged,
  seriesChanged,
} from '#catalog/changes.ts';
import { libraryChanged } from '#catalog/libraries.ts';
import { toHundredths } from '#features/ingest/scanning/index.ts';
import { type EventBus, messagesMissed } from '#infrastructure/events/bus.ts';
import { storageChanged } from '#infrastructure/storage.ts';
import { taskChanged } from '#infrastructure/tasks/queue.ts';
import { createWindow } from './coalesce.ts';
import type { ServerEvent } from './event.ts';
import { createPositions } from './positions.ts';
import { publicChangeTypes } from './types.ts';

/** A task with what its scan says of itself, when it is one. */
interface TaskNews {
  task: TaskDto;
  scan: ScanStatus | undefined;
}

interface Dependencies {
  events: Pick<EventBus, 'subscribe'>;
  findTask(id: string): Promise<TaskNews | undefined>;
  emit(events: readonly ServerEvent[]): void;
  /** Whether there was ever anybody to tell: a process without clients looks nothing up. */
  isHeard(): boolean;
  windowMs: number;
}

export interface Sources {
  stop(): void;
}

/** Tasks that are told of in one window; the others have their turn in the next. */
const maxTasks = 20;

export function createSources({ events, findTask, emit, isHeard, windowMs }: Dependencies): Sources {
  const window = createWindow();
  const places = createPositions();
  const tasks = new Set<string>();
  const rest: ServerEvent[] = [];
  let timer: NodeJS.Timeout | undefined;
  let telling = Promise.resolve();
  let isStopped = false;

  const wake = () => {
    timer ??= setTimeout(flush, windowMs).unref();
  };

  function flush(): void {
    timer = undefined;
    emit([...window.take(), ...rest.splice(0), ...places.take()]);
    // One after the other: an older state of a task is never told after a newer one.
    if (tasks.size > 0) telling = telling.then(publishTasks);
    if (places.hasMore) wake();
  }

  async function publishTasks(): Promise<void> {
    const ids = [...tasks].slice(0, maxTasks);
    for (const id of ids) tasks.delete(id);
    if (!isHeard()) return tasks.clear();
    const news = await Promise.all(ids.map((id) => findTask(id).catch(() => undefined)));
    if (isStopped) return;
    emit(news.flatMap((one) => (one ? toTaskEvents(one) : [])));
    if (tasks.size > 0) wake();
  }

  const add = (event: ServerEvent) => {
    rest.push(event);
    wake();
  };
  const publishList = (list: 'collection' | 'readList') => (change: ListChange) =>
    add(toListEvent(list, change));
  const subscriptions = [
    events.subscribe(bookChanged, (change) => {
      window.addBooks(change);
      wake();
    }),
    events.subscribe(seriesChanged, (change) => {
      window.addSeries(change);
      wake();
    }),
    events.subscribe(libraryChanged, ({ libraryId, kind = 'updated' }) =>
      add({
        type: publicChangeTypes.library[kind],
        payload: { libraryId },
        audience: { kind: 'library', libraryId, anyOf: ['libraries:read'], isGone: kind === 'deleted' },
      }),
    ),
    events.subscribe(coverChanged, ({ entityType, entityId, seriesId, libraryId, removed }) =>
      add({
        type: 'cover_updated',
        removedCover: removed,
        payload: { entityType, entityId, libraryId },
        audience: {
          kind: 'series',
          libraryId,
          seriesId,
          anyOf: [entityType === 'book' ? 'books:read' : 'series:read'],
        },
      }),
    ),
    events.subscribe(collectionChanged, publishList('collection')),
    events.subscribe(readListChanged, publishList('readList')),
    events.subscribe(progressChanged, (change) => {
      places.add(change);
      wake();
    }),
    events.subscribe(annotationsChanged, ({ userId, bookId }) => {
      const isWaiting = rest.some(
        ({ type, audience }) =>
          type === 'annotations_updated' &&
          audience.kind === 'progress' &&
          audience.userId === userId &&
          audience.bookId === bookId,
      );
      if (isWaiting) return;
      add({
        type: 'annotations_updated',
        payload: { bookId },
        audience: { kind: 'progress', userId, bookId },
      });
    }),
    events.subscribe(storageChanged, ({ state }) =>
      add({
        type: 'storage_updated',
        payload: { storage: state },
        audience: { kind: 'permission', permission: 'system:health', libraryId: null },
      }),
    ),
    events.subscribe(messagesMissed, () =>
      add({ type: 'resync', payload: {}, audience: { kind: 'everyone' } }),
    ),
    events.subscribe(taskChanged, ({ id }) => {
      tasks.add(id);
      wake();
    }),
  ];
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      for (const unsubscribe of subscriptions) unsubscribe();
    },
  };
}

const toListEvent = (list: 'collection' | 'readList', { id, kind, evidence }: ListChange): ServerEvent => ({
  type: publicChangeTypes[list][kind],
  payload: list === 'collection' ? { collectionId: id } : { readListId: id },
  audience: { kind: 'list', list, id, evidence },
});

function toTaskEvents({ task, scan }: TaskNews): ServerEvent[] {
  const { libraryId } = task;
  const published: ServerEvent[] = [
    {
      type: 'task_progress',
      payload: { task },
      audience: { kind: 'permission', permission: 'tasks:read', libraryId },
    },
  ];
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
