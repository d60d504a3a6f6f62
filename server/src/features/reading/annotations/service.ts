// The rules of annotations: each user's own, in books that they see, made by devices that may have been away.
import {
  type Annotation,
  type ChangeAnnotation,
  maxAnnotations,
  maxAnnotationsOfBook,
  type OwnAnnotation,
  type WriteAnnotation,
} from '@lectern/contract/annotations';
import { locatorSchema } from '@lectern/contract/progress';
import type { Catalog } from '#catalog/catalog.ts';
import { annotationsChanged } from '#catalog/changes.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { chunks } from '#infrastructure/chunks.ts';
import { type Clock, toTime } from '#infrastructure/clock.ts';
import type { Database, Tx } from '#infrastructure/database/dialect.ts';
import { hasAll } from '#infrastructure/equality.ts';
import { conflict, notFound } from '#infrastructure/errors.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import { fold } from '#infrastructure/text/fold.ts';
import type { AnnotationTable } from '#schema/tables/annotation.ts';
import type { AnnotationStore, Wanted } from './store.ts';

interface Dependencies {
  database: Database;
  catalog: Catalog;
  events: EventBus;
  store: AnnotationStore;
  clock: Clock;
}

/** One of somebody's annotations. */
export interface Which {
  bookId: string;
  id: string;
}

export type AnnotationService = ReturnType<typeof createAnnotationService>;

const monthMs = 30 * 86_400_000;
const booksAtOnce = 500;

export function createAnnotationService({ database, catalog, events, store, clock }: Dependencies) {
  const publishChange = ({ userId }: Viewer, bookId: string) =>
    events.publish(annotationsChanged, { userId, bookId });

  /** Of two devices of one user that write at the same moment one waits, and sees what the other has written. */
  const lock = (tx: Tx, { userId }: Viewer): Promise<void> =>
    database.dialect.lock(tx, `annotations ${userId}`);

  /** In the transaction that changes it. Throws not_found. */
  async function getRow(tx: Tx, viewer: Viewer, { bookId, id }: Which): Promise<AnnotationTable> {
    await lock(tx, viewer);
    const { userId } = viewer;
    const row = await store.find(tx, userId, id);
    if (row?.bookId !== bookId) throw notFound('annotation');
    return row;
  }

  async function requireCapacity(
    tx: Tx,
    of: { userId: string; bookId: string },
    nowMs: number,
  ): Promise<void> {
    if ((await store.count(tx, of)) >= maxAnnotationsOfBook)
      throw conflict(`At most ${maxAnnotationsOfBook} annotations are kept in a book`);
    if ((await store.countAll(tx, of.userId)) < maxAnnotations) return;
    await store.forgetDeleted(tx, of.userId, nowMs - monthMs);
    if ((await store.countAll(tx, of.userId)) >= maxAnnotations)
      throw conflict(`At most ${maxAnnotations} annotations are kept for each user`);
  }

  async function write(tx: Tx, viewer: Viewer, { which, body }: { which: Which; body: WriteAnnotation }) {
    const { userId } = viewer;
    const { bookId, id } = which;
    const nowMs = clock();
    await lock(tx, viewer);
    const known = await store.find(tx, userId, id);
    if (known && known.bookId !== bookId) throw conflict('Another book has an annotation of this id');
    if (known?.deletedAt != null) throw conflict('This annotation was deleted');
    const changedMs = Math.min(nowMs, body.changedAt === undefined ? nowMs : Date.parse(body.changedAt));
    if (known && known.updatedAt > changedMs) return { row: known };
    const content = toContent(body);
    if (known && hasAll(known, content)) return { row: known };
    if (!known) await requireCapacity(tx, { userId, bookId }, nowMs);
    const createdAt = known?.createdAt ?? changedMs;
    const row = { id, userId, bookId, createdAt, updatedAt: changedMs, deletedAt: null, ...content };
    await store.save(tx, row);
    return { row, isChanged: true, isNew: !known };
  }

  return {
    /** What a paginated answer is read from. */
    async list(viewer: Viewer, bookId: string, kind: string | undefined) {
      await catalog.books.get(viewer, bookId);
      const of = { userId: viewer.userId, bookId, kind };
      return {
        count: () => store.count(database.db, of),
        list: async (window: { limit: number; offset: number }) =>
          (await store.list(of, window)).map(toAnnotation),
      };
    },

    async put(viewer: Viewer, which: Which, body: WriteAnnotation) {
      await catalog.books.get(viewer, which.bookId);
      const written = await database.transaction((tx) => write(tx, viewer, { which, body }));
      if (written.isChanged) publishChange(viewer, which.bookId);
      return { annotation: toAnnotation(written.row), isNew: written.isNew === true };
    },

    async change(viewer: Viewer, which: Which, body: ChangeAnnotation): Promise<Annotation> {
      await catalog.books.get(viewer, which.bookId);
      const { row, isChanged } = await database.transaction(async (tx) => {
        const known = await getRow(tx, viewer, which);
        if (known.deletedAt !== null) throw notFound('annotation');
        const color = body.color === undefined ? known.color : body.color;
        const note = body.note === undefined ? known.note : toNote(body.note);
        if (color === known.color && note === known.note) return { row: known, isChanged: false };
        const updatedAt = Math.max(clock(), known.updatedAt + 1);
        const row = { ...known, color, note, folded: toFolded(known.text, note), updatedAt };
        await store.save(tx, row);
        return { row, isChanged: true };
      });
      if (isChanged) publishChange(viewer, which.bookId);
      return toAnnotation(row);
    },

    async remove(viewer: Viewer, which: Which): Promise<void> {
      await catalog.books.get(viewer, which.bookId);
      const isChanged = await database.transaction(async (tx) => {
        const known = await getRow(tx, viewer, which);
        if (known.deletedAt !== null) return false;
        const nowMs = clock();
        const nothing = { locator: '{}', color: null, note: null, text: null, folded: '' };
        await store.save(tx, { ...known, ...nothing, updatedAt: nowMs, deletedAt: nowMs });
        await store.forgetDeleted(tx, viewer.userId, nowMs - monthMs);
        return true;
      });
      if (isChanged) publishChange(viewer, which.bookId);
    },

    /** What a paginated answer is read from; of books that the viewer does not see nothing is said. */
    async listOwn(viewer: Viewer, { search, ...wanted }: Omit<Wanted, 'userId'>) {
      const keys = await store.listKeys({
        ...wanted,
        userId: viewer.userId,
        search: fold(search ?? '').trim(),
      });
      const bookIds = [...new Set(keys.map(({ bookId }) => bookId))];
      const books = new Map<string, Awaited<ReturnType<Catalog['books']['listByIds']>>[number]>();
      for (const part of chunks(bookIds, booksAtOnce))
        for (const book of await catalog.books.listByIds(viewer, part)) books.set(book.id, book);
      const seen = keys.filter(({ bookId }) => books.has(bookId));
      return {
        count: async () => seen.length,
        async list({ limit, offset }: { limit: number; offset: number }): Promise<OwnAnnotation[]> {
          const ids = seen.slice(offset, offset + limit).map(({ id }) => id);
          const rows = await store.listByIds(viewer.userId, ids);
          const byId = new Map(rows.map((row) => [row.id, row]));
          return ids.flatMap((id) => {
            const row = byId.get(id);
            const book = row && books.get(row.bookId);
            if (!row || !book) return [];
            const { title: bookTitle, seriesId, seriesTitle: seriesName } = book;
            return [{ ...toAnnotation(row), bookTitle, seriesId, seriesName }];
          });
        },
      };
    },
  };
}

const toNote = (note: string | null | undefined): string | null => (note?.trim() ? note : null);
const toFolded = (text: string | null, note: string | null): string => fold(`${text ?? ''} ${note ?? ''}`);

function toContent({ kind, locator, color = null, text = null, note }: WriteAnnotation) {
  const kept = toNote(note);
  return {
    kind,
    locator: JSON.stringify(locator),
    totalProgression: locator.locations?.totalProgression ?? 0,
    color,
    note: kept,
    text,
    folded: toFolded(text, kept),
  };
}

const toAnnotation = (row: AnnotationTable): Annotation => ({
  id: row.id,
  bookId: row.bookId,
  kind: row.kind as Annotation['kind'],
  locator: locatorSchema.parse(JSON.parse(row.locator)),
  color: row.color as Annotation['color'],
  note: row.note,
  text: row.text,
  createdAt: toTime(row.createdAt),
  updatedAt: toTime(row.updatedAt),
});
