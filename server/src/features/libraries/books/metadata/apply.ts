// Applies edits over the metadata of files, in the transaction that changes one of them.
import type { BookField } from '@lectern/contract/libraries/metadata-fields';
import type { Clock } from '#infrastructure/clock.ts';
import type { Tx } from '#infrastructure/database/dialect.ts';
import { newId } from '#infrastructure/ids.ts';
import type { BookMetadataTable, BookTable } from '#schema/tables/libraries/book.ts';
import type { BookEditTable } from '#schema/tables/libraries/edit.ts';
import { listOrders, type ProviderOrder, parseLayers, toProvidedJson } from '../../metadata-layers/index.ts';
import {
  type BookLayers,
  type BookValues,
  emptyValues,
  mergeBook,
  type Original,
  toBookColumns,
  toMetadataColumns,
  toValues,
  withoutFields,
} from './fields.ts';
import * as store from './store.ts';

export interface EditedBook {
  book: BookTable;
  metadata: BookMetadataTable | undefined;
  edit: BookEditTable | undefined;
}

/** The metadata of the file of a book, without the layers above it. */
export interface FileFacts {
  book: BookTable;
  values: BookValues | null;
  /** JSON: what places the book in its series. */
  orderFacts: string;
}

export type ApplyEdits = ReturnType<typeof createApplyEdits>;

export function createApplyEdits({ clock }: { clock: Clock }) {
  /** Writes the layers of a book and the rows derived from them. A book without layers has the metadata of its file. */
  async function apply(
    tx: Tx,
    { book, metadata }: Pick<EditedBook, 'book' | 'metadata'>,
    { original, layers, order }: { original: Original; layers: BookLayers; order: ProviderOrder },
  ): Promise<void> {
    const nowMs = clock();
    const { edits, locks, provided } = layers;
    if (Object.keys(edits).length + Object.keys(locks).length + provided.length > 0) {
      await store.save(tx, {
        bookId: book.id,
        original: JSON.stringify(original),
        edits: JSON.stringify(edits),
        locks: JSON.stringify(locks),
        provided: toProvidedJson(provided),
        updatedAt: nowMs,
      });
    } else await store.remove(tx, book.id);
    const merged = mergeBook({ ...emptyValues, ...original.values }, layers, order);
    const times = { createdAt: metadata?.createdAt ?? nowMs, updatedAt: nowMs };
    await store.saveMetadata(tx, {
      communityRating: metadata?.communityRating ?? null,
      ...toMetadataColumns(merged, withoutFields(metadata?.lists)),
      id: metadata?.id ?? newId(),
      bookId: book.id,
      ...times,
    });
    await store.updateBook(tx, book.id, {
      ...toBookColumns(original, merged, { layers, order }),
      updatedAt: nowMs,
    });
  }

  return {
    apply,

    /** Copies edits and provider metadata to another book that has none. Returns whether anything was copied. */
    async copy(tx: Tx, from: string, to: string): Promise<boolean> {
      const isCopied = await store.copyEdit(tx, from, to);
      if (isCopied) await reapply(apply, tx, [to]);
      return isCopied;
    },

    /** Removes edits and provider metadata. The book has the metadata of its file again. */
    async remove(tx: Tx, bookId: string): Promise<void> {
      const [edit] = await store.list(tx, [bookId]);
      const [book] = await store.listBooks(tx, [bookId]);
      const [metadata] = await store.listMetadata(tx, [bookId]);
      if (!edit?.original || !book) return;
      const layers = { edits: {}, locks: {}, provided: [] };
      const orderOf = await listOrders(tx, [book.libraryId]);
      const original: Original = JSON.parse(edit.original);
      await apply(tx, { book, metadata }, { original, layers, order: orderOf(book.libraryId) });
    },

    listFileFacts: (tx: Tx, bookIds: readonly string[]) => listFileFacts(tx, bookIds),

    /** Replaces what places a book that has edits or provider metadata, and applies those over it. */
    async replaceOrderFacts(tx: Tx, bookId: string, orderFacts: string): Promise<boolean> {
      const [edit] = await store.list(tx, [bookId]);
      const [book] = await store.listBooks(tx, [bookId]);
      if (!edit || !book) return false;
      const [metadata] = await store.listMetadata(tx, [bookId]);
      const original = toOriginal(edit, book, metadata);
      const orderOf = await listOrders(tx, [book.libraryId]);
      await apply(
        tx,
        { book, metadata },
        {
          original: { ...original, derived: { ...original.derived, orderFacts } },
          layers: toBookLayers(edit),
          order: orderOf(book.libraryId),
        },
      );
      return true;
    },

    /** Applies the edits over the new file metadata of books that were read again. */
    reapply: (tx: Tx, bookIds: readonly string[]) => reapply(apply, tx, bookIds),
  };
}

type Apply = (
  tx: Tx,
  book: Pick<EditedBook, 'book' | 'metadata'>,
  layers: { original: Original; layers: BookLayers; order: ProviderOrder },
) => Promise<void>;

async function reapply(apply: Apply, tx: Tx, bookIds: readonly string[]): Promise<void> {
  const edits = await store.list(tx, bookIds);
  if (edits.length === 0) return;
  const ids = edits.map((edit) => edit.bookId);
  const [books, rows] = await Promise.all([store.listBooks(tx, ids), store.listMetadata(tx, ids)]);
  const metadataOf = new Map(rows.map((row) => [row.bookId, row]));
  const editOf = new Map(edits.map((edit) => [edit.bookId, edit]));
  const known = books.filter(({ id }) => (editOf.get(id)?.provided ?? null) !== null);
  const orderOf = await listOrders(
    tx,
    known.map(({ libraryId }) => libraryId),
  );
  for (const book of books) {
    const metadata = metadataOf.get(book.id);
    const edit = editOf.get(book.id);
    if (!edit) continue;
    const original: Original = { values: metadata ? toValues(metadata) : null, derived: toDerived(book) };
    const order = orderOf(book.libraryId);
    await apply(tx, { book, metadata }, { original, layers: toBookLayers(edit), order });
  }
}

async function listFileFacts(tx: Tx, bookIds: readonly string[]): Promise<FileFacts[]> {
  const books = await store.listBooks(tx, bookIds);
  const editOf = new Map((await store.list(tx, bookIds)).map((edit) => [edit.bookId, edit]));
  const metadataOf = new Map((await store.listMetadata(tx, bookIds)).map((row) => [row.bookId, row]));
  return books.map((book) => {
    const { values, derived } = toOriginal(editOf.get(book.id), book, metadataOf.get(book.id));
    return { book, values, orderFacts: derived.orderFacts };
  });
}

export const toOriginal = (
  edit: BookEditTable | undefined,
  book: BookTable,
  metadata: BookMetadataTable | undefined,
): Original =>
  edit?.original
    ? JSON.parse(edit.original)
    : { values: metadata ? toValues(metadata) : null, derived: toDerived(book) };

const toDerived = ({
  title,
  titleSort,
  chapter,
  orderFacts,
  releasedAt,
}: BookTable): Original['derived'] => ({ title, titleSort, chapter, orderFacts, releasedAt });

export const toBookLayers = (edit: BookEditTable | undefined): BookLayers =>
  parseLayers<BookLayers['edits'], BookField>(edit);
