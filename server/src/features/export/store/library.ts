// SQL for exporting the library: libraries, series, books, tags, lists, settings, covers. Read-only.

import { isFileThere } from '#catalog/books/presence.ts';
import { listEveryLibrary } from '#features/libraries/libraries/index.ts';
import { readRows } from '#infrastructure/chunks.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import type { CollectionTable } from '#schema/tables/reading/shelves.ts';
import type { CommonRecords } from '../records.ts';
import { isTrue, parse } from './values.ts';

const atOnce = 1_000;

/** Library fields that are not exported as settings. */
const excluded = new Set<string>([
  'path',
  'bookCount',
  'seriesCount',
  'lastScannedAt',
  'createdAt',
  'updatedAt',
]);

export async function listLibraries(db: Db): Promise<CommonRecords['libraries'][]> {
  return (await listEveryLibrary(db)).map(({ id, name, paths, ...rest }) => ({
    id,
    name,
    paths,
    settings: Object.fromEntries(Object.entries(rest).filter(([field]) => !excluded.has(field))),
  }));
}

export const listSharingTags = (db: Db): Promise<CommonRecords['sharing-tags'][]> =>
  db.selectFrom('sharingTag').select(['name', 'description']).orderBy('nameKey').execute();

export async function* listSeries(db: Db): AsyncGenerator<CommonRecords['series']> {
  const tags = await db
    .selectFrom('seriesSharingTag')
    .innerJoin('sharingTag', 'sharingTag.id', 'seriesSharingTag.sharingTagId')
    .select(['seriesSharingTag.seriesId', 'sharingTag.name'])
    .execute();
  const tagsOf = Map.groupBy(tags, ({ seriesId }) => seriesId);
  const read = (last: { id: string } | undefined) =>
    db
      .selectFrom('series')
      .innerJoin('library', 'library.id', 'series.libraryId')
      .leftJoin('seriesMetadata', 'seriesMetadata.seriesId', 'series.id')
      .select(['series.id', 'series.libraryId', 'series.title', 'series.coverSource'])
      .select(['seriesMetadata.edits', 'seriesMetadata.locks', 'seriesMetadata.provided'])
      .where('library.deletedAt', 'is', null)
      .$if(last !== undefined, (rows) => rows.where('series.id', '>', last?.id ?? ''))
      .orderBy('series.id')
      .limit(atOnce)
      .execute();
  for await (const row of readRows(atOnce, read)) {
    yield {
      ...row,
      edits: parse(row.edits ?? '{}'),
      locks: parse(row.locks ?? '{}'),
      provided: parse(row.provided ?? '[]'),
      sharingTags: (tagsOf.get(row.id) ?? []).map(({ name }) => name),
    };
  }
}

export async function* listBooks(db: Db): AsyncGenerator<CommonRecords['books']> {
  const read = (last: { id: string } | undefined) =>
    db
      .selectFrom('book')
      .innerJoin('library', 'library.id', 'book.libraryId')
      .innerJoin('libraryRoot', 'libraryRoot.id', 'book.rootId')
      .leftJoin('bookEdit', 'bookEdit.bookId', 'book.id')
      .select(['book.id', 'book.seriesId', 'book.libraryId', 'libraryRoot.path as root', 'book.folder'])
      .select(['book.fileName', 'book.fileSize as sizeBytes', 'book.readerHash as partialMd5', 'book.title'])
      .select([
        'book.deletedAt',
        'book.mainBookId',
        'book.formatGroup',
        'bookEdit.edits',
        'bookEdit.locks',
        'bookEdit.provided',
      ])
      .where('library.deletedAt', 'is', null)
      .$if(last !== undefined, (rows) => rows.where('book.id', '>', last?.id ?? ''))
      .orderBy('book.id')
      .limit(atOnce)
      .execute();
  for await (const { folder, fileName, deletedAt, mainBookId, sizeBytes, ...row } of readRows(atOnce, read))
    yield {
      ...row,
      path: folder === '' ? fileName : `${folder}/${fileName}`,
      sizeBytes: Number(sizeBytes),
      isMissing: !isFileThere({ deletedAt, mainBookId }),
      edits: parse(row.edits ?? '{}'),
      locks: parse(row.locks ?? '{}'),
      provided: parse(row.provided ?? '[]'),
    };
}

export async function listSettings(db: Db): Promise<CommonRecords['settings'][]> {
  const rows = await db.selectFrom('setting').select(['key', 'value']).orderBy('key').execute();
  return rows.map(({ key, value }) => ({ key, value: parse(value) }));
}

const listColumns = ['id', 'name', 'summary', 'ordered', 'condition'] as const;

export async function listCollections(db: Db): Promise<CommonRecords['collections'][]> {
  const lists = await db.selectFrom('collection').select(listColumns).orderBy('nameKey').execute();
  const members = await db
    .selectFrom('collectionSeries')
    .select(['collectionId as listId', 'seriesId as memberId'])
    .orderBy('position')
    .execute();
  return toLists(lists, members);
}

export async function listReadLists(db: Db): Promise<CommonRecords['read-lists'][]> {
  const lists = await db.selectFrom('readList').select(listColumns).orderBy('nameKey').execute();
  const members = await db
    .selectFrom('readListBook')
    .select(['readListId as listId', 'bookId as memberId'])
    .orderBy('position')
    .execute();
  return toLists(lists, members);
}

type ListRow = Pick<CollectionTable, 'id' | 'name' | 'summary' | 'ordered' | 'condition'>;

function toLists(lists: readonly ListRow[], members: readonly { listId: string; memberId: string }[]) {
  const membersOf = Map.groupBy(members, ({ listId }) => listId);
  return lists.map(({ ordered, condition, ...list }) => ({
    ...list,
    ordered: isTrue(ordered),
    condition: parse(condition),
    memberIds: (membersOf.get(list.id) ?? []).map(({ memberId }) => memberId),
  }));
}

export interface CoverImage extends Omit<CommonRecords['covers'], 'file'> {
  mediaType: string;
  bytes: Uint8Array;
}

/** Yields covers one at a time to limit memory use. */
export async function* listCovers(db: Db): AsyncGenerator<CoverImage> {
  const selected = new Set(
    (
      await Promise.all(
        (['book', 'series', 'collection', 'readList'] as const).map((table) =>
          db.selectFrom(table).select('coverId').where('coverId', 'is not', null).execute(),
        ),
      )
    )
      .flat()
      .map(({ coverId }) => coverId),
  );
  const read = (last: { id: string } | undefined) =>
    db
      .selectFrom('cover')
      .innerJoin('coverImage', 'coverImage.coverId', 'cover.id')
      .select(['cover.id', 'cover.entityType', 'cover.entityId', 'cover.mediaType', 'coverImage.bytes'])
      .$if(last !== undefined, (rows) => rows.where('cover.id', '>', last?.id ?? ''))
      .orderBy('cover.id')
      .limit(1)
      .execute();
  for await (const row of readRows(1, read)) yield { ...row, isSelected: selected.has(row.id) };
}
