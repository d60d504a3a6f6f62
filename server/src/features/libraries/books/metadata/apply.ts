// Applies edits over the metadata of files, in the transaction that changes one of them.
import type { BookField } from '@lectern/contract/metadata-fields';
import type { Clock } from '#infrastructure/clock.ts';
import type { Tx } from '#infrastructure/database/dialect.ts';
import { joinNames, toDisplayName } from '#infrastructure/files/names.ts';
import { newId } from '#infrastructure/ids.ts';
import { fold } from '#infrastructure/text/fold.ts';
import type { BookMetadataTable, BookTable } from '#schema/tables/book.ts';
import type { BookEditTable } from '#schema/tables/edit.ts';
import { listOrders, type ProviderOrder, parseLayers, toProvidedJson } from '../../metadata-layers/index.ts';
import { listVersion } from '../../search-index/index.ts';
import {
  type BookLayers,
  emptyValues,
  mergeBook,
  type Original,
  toBookColumns,
  toLookedUp,
  toMetadataColumns,
  toReleaseColumns,
  toValues,
  withoutFields,
} from './fields.ts';
import * as store from './store.ts';

export interface EditedBook {
  book: BookTable;
  metadata: BookMetadataTable | undefined;
  edit: BookEditTable | undefined;
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
      titleLocked: 0,
      numberLocked: 0,
      updatedAt: nowMs,
    });
  }

  return {
    apply,

    listOutdated: store.listOutdated,

    /** Recomputes the list columns of rows that an older version wrote. */
    async refresh(tx: Tx, bookIds: readonly string[]): Promise<void> {
      const [books, rows] = await Promise.all([
        store.listBooks(tx, bookIds),
        store.listMetadata(tx, bookIds),
      ]);
      const metadataOf = new Map(rows.map((row) => [row.bookId, row]));
      for (const { id, titleSort, folder, fileName } of books) {
        const found = metadataOf.get(id);
        if (found) {
          await store.updateMetadata(tx, id, toLookedUp(toValues(found)));
        }
        await store.updateBook(tx, id, {
          titleSortFolded: titleSort === null ? null : fold(titleSort),
          pathFolded: fold(toDisplayName(joinNames(folder, fileName))),
          ...toReleaseColumns(found?.releaseDate),
          listVersion,
        });
      }
    },

    /** Copies edits and provider metadata to another book that has none. */
    async copy(tx: Tx, from: string, to: string): Promise<void> {
      if (await store.copyEdit(tx, from, to)) await reapply(apply, tx, [to]);
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
    await apply(tx, { book, metadata }, { original, layers: toBookLayers(book, edit), order });
  }
}

export const toDerived = ({
  title,
  titleSort,
  number,
  volume,
  chapter,
  sortNumber,
  releasedAt,
}: BookTable): Original['derived'] => ({ title, titleSort, number, volume, chapter, sortNumber, releasedAt });

/** A title or number set before layers existed also counts as an edit. */
export function toBookLayers(
  book: Pick<BookTable, 'title' | 'titleLocked' | 'number' | 'numberLocked'>,
  edit: BookEditTable | undefined,
): BookLayers {
  const layers = parseLayers<BookLayers['edits'], BookField>(edit);
  if (book.titleLocked === 1 && !layers.locks.title) {
    layers.edits.title = book.title;
    layers.locks.title = true;
  }
  if (book.numberLocked === 1 && !layers.locks.number) {
    layers.edits.number = book.number;
    layers.locks.number = true;
  }
  return layers;
}
