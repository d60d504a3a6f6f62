// Provider covers: their origin, who selected a cover, and URLs without an image.
import type { Migration } from '../../migration.ts';
import { Table } from '../baseline/table.ts';

export const providedCovers: Migration = {
  name: '0012-provided-covers',
  async up(db, t) {
    for (const column of ['provider', 'providerName', 'url'])
      await db.schema.alterTable('cover').addColumn(column, t.text).execute();
    const optional = { is: 'optional', onDelete: 'cascade' } as const;
    await new Table(db, t, 'coverChoice')
      .key('id')
      .reference('seriesId', 'series', optional)
      .reference('bookId', 'book', optional)
      .integer('isByPerson?', 'wantedAt?', 'tries')
      .uniqueIndex('series', '"seriesId"')
      .uniqueIndex('book', '"bookId"')
      .index('wanted', '"wantedAt"', '"wantedAt" is not null')
      .create();
    await new Table(db, t, 'missingPicture')
      .key('addressHash', 'text')
      .integer('until')
      .index('until', '"until"')
      .create();
  },
};
