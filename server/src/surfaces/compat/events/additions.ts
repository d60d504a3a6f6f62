// What our events do not say themselves and those of the other server do: of which series the books are whose places
// changed, and what a collection or a read list holds. Looked up for each listener, who may not see everything.
import type { Catalog } from '#catalog/catalog.ts';
import type { NumberedEvent } from '#features/system/events/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { Problem } from '#infrastructure/errors.ts';
import type { CompatServices } from '../dependencies.ts';
import type { Word } from './words.ts';

export interface AdditionDependencies {
  books: Pick<Catalog['books'], 'listByIds'>;
  lists: CompatServices['lists'];
}

export function createAdditions({ books, lists }: AdditionDependencies) {
  /** One word for each series, whatever the number of its books. */
  async function describePositions(
    viewer: Viewer,
    bookIds: readonly string[],
    name: string,
  ): Promise<Word[]> {
    if (bookIds.length === 0) return [];
    const rows = await books.listByIds(viewer, bookIds);
    const seriesIds = new Set(rows.map(({ seriesId }) => seriesId));
    return [...seriesIds].map((seriesId) => ({ name, data: { seriesId, userId: viewer.userId } }));
  }

  async function listMembers(viewer: Viewer, word: Word): Promise<Word> {
    const { collectionId, readListId } = word.data;
    if (word.name.endsWith('Deleted') || (collectionId ?? readListId) === undefined) return word;
    const isCollection = collectionId !== undefined;
    const { getWithMembers } = isCollection ? lists.collections : lists.readLists;
    try {
      const { memberIds } = await getWithMembers(viewer, String(collectionId ?? readListId));
      return { ...word, data: { ...word.data, [isCollection ? 'seriesIds' : 'bookIds']: memberIds } };
    } catch (error) {
      // It is gone already, which is told by the next event.
      if (error instanceof Problem && error.code === 'not_found') return word;
      throw error;
    }
  }

  return {
    async ofPlaces(viewer: Viewer, news: readonly NumberedEvent[]): Promise<Word[]> {
      const booksOf = (type: string) =>
        news.flatMap((event) => (event.type === type ? [String(event.payload.bookId)] : []));
      return [
        ...(await describePositions(viewer, booksOf('progress_updated'), 'ReadProgressSeriesChanged')),
        ...(await describePositions(viewer, booksOf('progress_deleted'), 'ReadProgressSeriesDeleted')),
      ];
    },
    listMembers,
  };
}
