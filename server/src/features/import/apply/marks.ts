// Imports bookmarks and highlights with notes. Annotations that were deleted or changed on this server are not
// restored.
import { type WriteAnnotation, writeAnnotationSchema } from '@lectern/contract/reading/annotations';
import type { Locator } from '@lectern/contract/reading/progress';
import type { BookRow } from '#catalog/books/book-rows.ts';
import { eachFound, type TheirMark } from '#features/import/snapshot/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { Problem, reason } from '#infrastructure/errors.ts';
import { toStableId } from '#infrastructure/ids.ts';
import { type ImportServices, type LocalIds, type Outcome, toOutcome } from './dependencies.ts';
import { findShare } from './element-share.ts';

type Services = Pick<ImportServices, 'catalog' | 'progress' | 'annotations' | 'pool'>;

export async function importAnnotations(
  deps: Services,
  marks: Iterable<TheirMark>,
  { users, books, source }: Pick<LocalIds, 'users' | 'books' | 'source'>,
): Promise<Outcome> {
  const outcome = toOutcome('bookmarks and highlights');
  const found = eachFound(marks, users, {
    find: ({ bookId }) => books.get(bookId)?.id,
    outcome,
  });
  for (const { one: mark, viewer, id: bookId } of found) {
    const book = await deps.catalog.books.get(viewer, bookId);
    const locator = await toLocator(deps, book, mark);
    const parsed = writeAnnotationSchema.safeParse({
      kind: mark.kind,
      locator,
      color: mark.color,
      note: mark.note?.slice(0, 10_000),
      text: mark.text?.slice(0, 5_000),
      changedAt: new Date(mark.madeAtMs).toISOString(),
    });
    if (!parsed.success)
      outcome.notes.push(reason('import_note_mark_misplaced', { kind: mark.kind, book: book.title }));
    else if (await put(deps, viewer, { bookId, id: toStableId(source, 'mark', mark.id) }, parsed.data))
      outcome.taken++;
    else outcome.known++;
  }
  return outcome;
}

/** Returns whether the annotation is new. Deleted annotations count as known. */
async function put(
  { annotations }: Services,
  viewer: Viewer,
  which: { bookId: string; id: string },
  body: WriteAnnotation,
): Promise<boolean> {
  try {
    return (await annotations.put(viewer, which, body)).isNew;
  } catch (error) {
    if (error instanceof Problem && error.code === 'conflict') return false;
    throw error;
  }
}

/** Returns undefined if the position is not valid in this book. */
async function toLocator(
  deps: Services,
  book: BookRow,
  { page, spineIndex, spot, text }: TheirMark,
): Promise<Locator | undefined> {
  if (page !== undefined) {
    const { pageCount } = book;
    if (page > pageCount && pageCount > 0) return undefined;
    const totalProgression = pageCount > 0 ? (page - 1) / pageCount : 0;
    return { href: `pages/${page}`, locations: { position: page, totalProgression } };
  }
  const start = spineIndex === undefined ? undefined : await deps.progress.locateInSpine(book, spineIndex);
  if (!start) return undefined;
  const progression = spot && (await findShare(deps, book, { href: start.href, spot }));
  return {
    ...start,
    locations: { ...start.locations, ...(progression !== undefined && { progression }), ...spot },
    ...(text && { text: { highlight: text } }),
  };
}
