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
import { Window } from './coalesce.ts';
import type { ServerEvent } from './event.ts';
import { Positions } from './positions.ts';
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

/** Maximum number of tasks published per window. The others follow in the next. */
const maxTasks = 20;

export class Sources {
  readonly #deps: Dependencies;
  readonly #window = new Window();
  readonly #positions = new Positions();
  readonly #tasks = new Set<string>();
  readonly #others: ServerEvent[] = [];
  #timer: NodeJS.Timeout | undefined;
  #publishing = Promise.resolve();
  #isStopped = false;
  readonly #subscriptions;
  readonly #flush = (): void => {
    this.#timer = undefined;
    this.#deps.emit([...this.#window.take(), ...this.#others.splice(0), ...this.#positions.take()]);
    // Published sequentially, so that an older state of a task never follows a newer one.
    if (this.#tasks.size > 0) this.#publishing = this.#publishing.then(this.#publishTasks);
    if (this.#positions.hasMore) this.#wake();
  };
  readonly #publishTasks = async (): Promise<void> => {
    const ids = [...this.#tasks].slice(0, maxTasks);
    for (const id of ids) this.#tasks.delete(id);
    if (!this.#deps.hasListeners()) return this.#tasks.clear();
    const found = await Promise.all(ids.map((id) => this.#deps.findTask(id).catch(() => undefined)));
    if (this.#isStopped) return;
    this.#deps.emit(found.flatMap((one) => (one ? toTaskEvents(one) : [])));
    if (this.#tasks.size > 0) this.#wake();
  };

  constructor(deps: Dependencies) {
    this.#deps = deps;
    this.#subscriptions = [
      this.#gather(bookChanged, (change) => this.#window.addBooks(change)),
      this.#gather(seriesChanged, (change) => this.#window.addSeries(change)),
      this.#gather(progressChanged, (change) => this.#positions.add(change)),
      this.#gather(taskChanged, ({ id }) => this.#tasks.add(id)),
      this.#gather(libraryChanged, (change) => this.#add(toLibraryEvent(change))),
      this.#gather(coverChanged, (change) => this.#add(toCoverEvent(change))),
      this.#gather(collectionChanged, (change) => this.#add(toListEvent('collection', change))),
      this.#gather(readListChanged, (change) => this.#add(toListEvent('readList', change))),
      this.#gather(annotationsChanged, (change) => {
        if (!this.#others.some((event) => isOfAnnotations(event, change)))
          this.#add(toAnnotationsEvent(change));
      }),
      this.#gather(releasesChanged, ({ userIds }) => {
        for (const userId of userIds)
          if (!this.#others.some((event) => isOfReleases(event, userId))) this.#add(toReleasesEvent(userId));
      }),
      this.#gather(storageChanged, ({ state }) => this.#add(toStorageEvent(state))),
      this.#gather(messagesMissed, () =>
        this.#add({ type: 'resync', payload: {}, audience: { kind: 'everyone' } }),
      ),
    ];
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    for (const unsubscribe of this.#subscriptions) unsubscribe();
  }

  #wake() {
    this.#timer ??= setTimeout(this.#flush, this.#deps.windowMs).unref();
  }

  /** Calls `note` for each message and starts a window. */
  #gather<T>(from: Channel<T>, note: (message: T) => void) {
    return this.#deps.events.subscribe(from, (message) => {
      note(message);
      this.#wake();
    });
  }

  #add(event: ServerEvent) {
    return this.#others.push(event);
  }
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
  cover: { removed },
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

const toListEvent = (
  list: 'collection' | 'readList',
  { id, kind, evidence, cover }: ListChange,
): ServerEvent => ({
  type: publicChangeTypes[list][kind],
  cover,
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
