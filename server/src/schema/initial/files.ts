// Files that come, go and change: uploads, drop folder, trash, written metadata, imports.
import type { Kysely } from 'kysely';
import type { Ddl } from '../ddl.ts';
import { Table } from '../table-builder.ts';

const optional = { is: 'optional', onDelete: 'set null' } as const;

export async function createFiles(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await new Table(db, t, 'upload')
    .key('id')
    .reference('userId', 'user')
    .id('libraryId', 'rootId')
    .text('folder', 'name', 'pathKey?', 'metadata')
    .integer('sizeBytes', 'receivedBytes')
    .text('state', 'failure?')
    .integer('createdAt', 'expiresAt')
    .text('lease?')
    .integer('leaseUntil', 'isWanted')
    .uniqueIndex('path', '"rootId", "pathKey"', '"pathKey" is not null')
    .index('user', '"userId", "createdAt"')
    .index('expires', '"expiresAt"')
    .create();

  await new Table(db, t, 'droppedFile')
    .key('id')
    .text('pathHash', 'folder', 'name')
    .integer('sizeBytes', 'modifiedUs')
    .text('stamp?')
    .integer('isFolder', 'seenAt')
    .text('reading?', 'edits')
    .integer('isDismissed')
    .text('claim?')
    .integer('claimedUntil', 'foundAt')
    .unique('pathHash')
    .index('found', '"isDismissed", "foundAt", id')
    .create();

  await new Table(db, t, 'trashedFile')
    .key('id')
    .reference('bookId', 'book', optional)
    .reference('seriesId', 'series', optional)
    .id('libraryId', 'rootId')
    .text('folder', 'name')
    .integer('isFolder')
    .text('companions', 'title', 'seriesTitle')
    .integer('sizeBytes')
    .reference('userId', 'user', optional)
    .integer('deletedAt')
    .index('deleted', '"deletedAt", id')
    .index('book', '"bookId"', '"bookId" is not null')
    .index('series', '"seriesId"', '"seriesId" is not null')
    .create();

  await new Table(db, t, 'fileMatch')
    .key('id')
    .reference('bookId', 'book')
    .reference('otherBookId', 'book', optional)
    .text('kind')
    .real('share?')
    .text('former', 'file', 'carried?')
    .integer('matchedAt', 'undoneAt?')
    .index('book', '"bookId", "matchedAt", id')
    .index('other', '"otherBookId"', '"otherBookId" is not null')
    .create();

  await new Table(db, t, 'otherReaderHash')
    .reference('bookId', 'book')
    .text('hash')
    .primaryKey(['hash', 'bookId'])
    .index('book', '"bookId"')
    .create();

  await new Table(db, t, 'importPart')
    .key('id')
    .id('importId')
    .text('name')
    .integer('position')
    .bytes('bytes')
    .integer('writtenAt')
    .unique('importId', 'name', 'position')
    .create();

  await new Table(db, t, 'importedItem')
    .text('source', 'kind', 'theirId')
    .id('ourId')
    .integer('isMade')
    .primaryKey(['source', 'kind', 'theirId'])
    .create();
}
