// Uploads of books: state during the upload and for some time afterwards.
import type { Migration } from '../../migration.ts';
import { Table } from '../baseline/table.ts';

export const uploads: Migration = {
  name: '0009-uploads',
  async up(db, t) {
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
  },
};
