// Rules of annotations: private to each user, only in visible books, and merged from devices that may have been
// offline.

import {
  type Annotation,
  type ChangeAnnotation,
  maxAnnotations,
  maxAnnotationsOfBook,
  type OwnAnnotation,
  type WriteAnnotation,
} from '@lectern/contract/reading/annotations';
import { locatorSchema } from '@lectern/contract/reading/progress';
import type { AnnotationKind } from '@lectern/contract/values';
import type { Catalog } from '#catalog/catalog.ts';
import { annotationsChanged } from '#catalog/changes.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { chunks } from '#infrastructure/chunks.ts';
import { type Clock, toTime } from '#infrastructure/clock.ts';
import type { Database, Tx } from '#infrastructure/database/dialect.ts';
import { hasAll } from '#infrastructure/equality.ts';
import { conflict, notFound, reason } from '#infrastructure/errors.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import type { PageSource } from '#infrastructure/http/routes/pagination.ts';
import { fold } from '#infrastructure/text/fold.ts';
import type { AnnotationTable } from '#schema/tables/reading/annotation.ts';
import type { AnnotationFilter } from './store.ts';
import * as store from './store.ts';

/** Identifies an annotation of the user. */
interface Which {
  bookId: string;
  id: string;
}

const monthMs = 30 * 86_400_000;
const booksAtOnce = 500;

export class AnnotationService {
  readonly #database: Database;
  readonly #catalog: Catalog;
  readonly #events: EventBus;
  readonly #clock: Clock;

  constructor(database: Database, catalog: Catalog, events: EventBus, clock: Clock) {
    this.#database = database;
    this.#catalog = catalog;
    this.#events = events;
    this.#clock = clock;
  }

  /** Source of a paginated response. */
  async list(
    viewer: Viewer,
    bookId: string,
    kind: AnnotationKind | undefined,
  ): Promise<PageSource<Annotation>> {
    await this.#catalog.books.get(viewer, bookId);
    const of = { userId: viewer.userId, bookId, kind };
    return {
      count: () => store.count(this.#database.db, of),
      list: async (window: { limit: number; offset: number }) =>
        (await store.list(this.#database.db, of, window)).map(toAnnotation),
    };
  }

  async put(
    viewer: Viewer,
    which: Which,
    body: WriteAnnotation,
  ): Promise<{ annotation: Annotation; isNew: boolean }> {
    await this.#catalog.books.get(viewer, which.bookId);
    const written = await this.#database.transaction((tx) => this.#write(tx, viewer, { which, body }));
    if (written.isChanged) this.#publishChange(viewer, which.bookId);
    return { annotation: toAnnotation(written.row), isNew: written.isNew === true };
  }

  async change(viewer: Viewer, which: Which, body: ChangeAnnotation): Promise<Annotation> {
    await this.#catalog.books.get(viewer, which.bookId);
    const { row, isChanged } = await this.#database.transaction(async (tx) => {
      const known = await this.#getRow(tx, viewer, which);
      if (known.deletedAt !== null) throw notFound('annotation');
      const color = body.color === undefined ? known.color : body.color;
      const note = body.note === undefined ? known.note : toNote(body.note);
      if (color === known.color && note === known.note) return { row: known, isChanged: false };
      const updatedAt = Math.max(this.#clock(), known.updatedAt + 1);
      const row = { ...known, color, note, folded: toFolded(known.text, note), updatedAt };
      await store.save(tx, row);
      return { row, isChanged: true };
    });
    if (isChanged) this.#publishChange(viewer, which.bookId);
    return toAnnotation(row);
  }

  async remove(viewer: Viewer, which: Which): Promise<void> {
    await this.#catalog.books.get(viewer, which.bookId);
    const isChanged = await this.#database.transaction(async (tx) => {
      const known = await this.#getRow(tx, viewer, which);
      if (known.deletedAt !== null) return false;
      const nowMs = this.#clock();
      const nothing = { locator: '{}', color: null, note: null, text: null, folded: '' };
      await store.save(tx, { ...known, ...nothing, updatedAt: nowMs, deletedAt: nowMs });
      await store.forgetDeleted(tx, viewer.userId, nowMs - monthMs);
      return true;
    });
    if (isChanged) this.#publishChange(viewer, which.bookId);
  }

  /** Source of a paginated response. Omits annotations in books that the viewer cannot see. */
  async listOwn(
    viewer: Viewer,
    { search, ...wanted }: Omit<AnnotationFilter, 'userId'>,
  ): Promise<PageSource<OwnAnnotation>> {
    const keys = await store.listKeys(this.#database.db, {
      ...wanted,
      userId: viewer.userId,
      search: fold(search ?? '').trim(),
    });
    const bookIds = [...new Set(keys.map(({ bookId }) => bookId))];
    const books = new Map<string, Awaited<ReturnType<Catalog['books']['listByIds']>>[number]>();
    for (const part of chunks(bookIds, booksAtOnce))
      for (const book of await this.#catalog.books.listByIds(viewer, part)) books.set(book.id, book);
    const seen = keys.filter(({ bookId }) => books.has(bookId));
    return {
      count: async () => seen.length,
      list: async ({ limit, offset }: { limit: number; offset: number }): Promise<OwnAnnotation[]> => {
        const ids = seen.slice(offset, offset + limit).map(({ id }) => id);
        const rows = await store.listByIds(this.#database.db, viewer.userId, ids);
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
  }

  #publishChange({ userId }: Viewer, bookId: string) {
    return this.#events.publish(annotationsChanged, { userId, bookId });
  }

  /** Serializes writes of a user's devices: the second write sees the result of the first. */
  #lock(tx: Tx, { userId }: Viewer): Promise<void> {
    return this.#database.dialect.lock(tx, `annotations ${userId}`);
  }

  /** Reads the row in the transaction that changes it. Throws `not_found`. */
  async #getRow(tx: Tx, viewer: Viewer, { bookId, id }: Which): Promise<AnnotationTable> {
    await this.#lock(tx, viewer);
    const { userId } = viewer;
    const row = await store.find(tx, userId, id);
    if (row?.bookId !== bookId) throw notFound('annotation');
    return row;
  }

  async #write(tx: Tx, viewer: Viewer, { which, body }: { which: Which; body: WriteAnnotation }) {
    const { userId } = viewer;
    const { bookId, id } = which;
    const nowMs = this.#clock();
    await this.#lock(tx, viewer);
    const known = await store.find(tx, userId, id);
    if (known && known.bookId !== bookId) throw conflict(reason('annotation_elsewhere'));
    if (known?.deletedAt != null) throw conflict(reason('annotation_deleted'));
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
}

async function requireCapacity(tx: Tx, of: { userId: string; bookId: string }, nowMs: number): Promise<void> {
  if ((await store.count(tx, of)) >= maxAnnotationsOfBook)
    throw conflict(reason('annotations_of_book_full', { max: maxAnnotationsOfBook }));
  if ((await store.countAll(tx, of.userId)) < maxAnnotations) return;
  await store.forgetDeleted(tx, of.userId, nowMs - monthMs);
  if ((await store.countAll(tx, of.userId)) >= maxAnnotations)
    throw conflict(reason('annotations_full', { max: maxAnnotations }));
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
  kind: row.kind,
  locator: locatorSchema.parse(JSON.parse(row.locator)),
  color: row.color,
  note: row.note,
  text: row.text,
  createdAt: toTime(row.createdAt),
  updatedAt: toTime(row.updatedAt),
});
