// Releases that plugins announce for followed series.
import type { Migration } from '../../migration.ts';
import { Table } from '../baseline/table.ts';

export const releases: Migration = {
  name: '0016-releases',
  async up(db, t) {
    await new Table(db, t, 'releaseSource')
      .key('id')
      .reference('pluginId', 'plugin')
      .text('sourceKey', 'displayName', 'kind', 'config?')
      .integer('isEnabled', 'intervalHours')
      .text('etag?')
      .integer('lastPolledAt?')
      .text('lastError?')
      .integer('lastErrorAt?', 'failures', 'nextPollAt', 'createdAt', 'updatedAt')
      .uniqueIndex('key', '"pluginId", "sourceKey"')
      .create();
    await new Table(db, t, 'release')
      .key('id')
      .reference('sourceId', 'releaseSource')
      .text('externalReleaseId')
      .reference('seriesId', 'series')
      .text('infoHash?', 'volumes', 'chapters')
      .real('maxVolume?', 'maxChapter?')
      .text('language', 'groupName?', 'url?', 'mediaUrl?', 'mediaKind?')
      .integer('releasedAt', 'createdAt')
      .uniqueIndex('key', '"sourceId", "externalReleaseId"')
      .index('series', '"seriesId", "releasedAt"')
      .create();
    await new Table(db, t, 'releaseFollow')
      .reference('userId', 'user')
      .reference('seriesId', 'series')
      .integer('isFollowed')
      .primaryKey(['userId', 'seriesId'])
      .index('series', '"seriesId"')
      .create();
    await new Table(db, t, 'releaseMark')
      .reference('userId', 'user')
      .reference('releaseId', 'release')
      .text('state')
      .primaryKey(['userId', 'releaseId'])
      .index('release', '"releaseId"')
      .create();
    await new Table(db, t, 'releaseChoice')
      .reference('userId', 'user', { is: 'key', onDelete: 'cascade' })
      .integer('isAutomatic')
      .text('languages')
      .create();
  },
};
