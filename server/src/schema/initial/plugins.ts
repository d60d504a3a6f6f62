// Plugins and their data, providers, tracking and releases.
import type { Kysely } from 'kysely';
import type { Ddl } from '../ddl.ts';
import { Table } from '../table-builder.ts';

const optional = { is: 'optional', onDelete: 'cascade' } as const;

export async function createPlugins(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await new Table(db, t, 'plugin')
    .key('id')
    .text(
      'package',
      'version',
      'origin',
      'folder?',
      'archiveHash?',
      'start',
      'manifest?',
      'config',
      'credentials?',
    )
    .integer('isEnabled', 'acceptsUnrestricted', 'callsPerMinute', 'timeoutSeconds', 'failures', 'failedAt?')
    .text('failure?')
    .integer('createdAt', 'updatedAt')
    .unique('package')
    .create();

  await new Table(db, t, 'pluginArchive')
    .reference('pluginId', 'plugin', { is: 'key', onDelete: 'cascade' })
    .bytes('bytes')
    .create();

  await new Table(db, t, 'pluginAccount')
    .key('id')
    .reference('pluginId', 'plugin')
    .reference('userId', 'user')
    .integer('isEnabled')
    .text('config', 'credentials?', 'failure?')
    .integer('createdAt', 'updatedAt')
    .unique('pluginId', 'userId')
    .index('user', '"userId"')
    .create();

  await new Table(db, t, 'pluginValue')
    .id('ownerId')
    .text('key')
    .reference('pluginId', 'plugin')
    .reference('accountId', 'pluginAccount', { is: 'optional', onDelete: 'cascade' })
    .text('data')
    .integer('expiresAt?', 'updatedAt')
    .primaryKey(['ownerId', 'key'])
    .index('plugin', '"pluginId"')
    .index('account', '"accountId"')
    .create();

  await new Table(db, t, 'pluginLog')
    .key('id')
    .reference('pluginId', 'plugin')
    .integer('at')
    .text('level', 'text')
    .index('plugin', '"pluginId", "id"')
    .create();

  await new Table(db, t, 'providerPace')
    .reference('pluginId', 'plugin')
    .text('lane')
    .integer('nextAt', 'queuedUntil', 'blockedUntil', 'windowStartedAt', 'windowCount')
    .primaryKey(['pluginId', 'lane'])
    .create();

  await new Table(db, t, 'providerAnswer')
    .reference('pluginId', 'plugin')
    .text('key', 'data')
    .integer('askedAt', 'expiresAt')
    .primaryKey(['pluginId', 'key'])
    .index('expiry', '"pluginId", "expiresAt"')
    .create();

  await new Table(db, t, 'trackingAccount')
    .reference('userId', 'user')
    .reference('pluginId', 'plugin')
    .text('settings', 'username?')
    .integer('sentUntil', 'lastSentAt?')
    .text('run?')
    .integer('createdAt', 'updatedAt')
    .primaryKey(['userId', 'pluginId'])
    .index('plugin', '"pluginId"')
    .create();

  await new Table(db, t, 'trackingLink')
    .key('id')
    .reference('userId', 'user')
    .reference('pluginId', 'plugin')
    .reference('seriesId', 'series', optional)
    .reference('bookId', 'book', optional)
    .text('externalId')
    .integer('isHeld')
    .text('unit?', 'status?', 'lastSent?')
    .integer('lastSentAt?')
    .text('failure?')
    .integer('createdAt', 'updatedAt')
    .uniqueIndex('ofSeries', '"userId", "pluginId", "seriesId"')
    .uniqueIndex('ofBook', '"userId", "pluginId", "bookId"')
    .index('plugin', '"pluginId"')
    .index('series', '"seriesId"')
    .index('book', '"bookId"')
    .create();

  await new Table(db, t, 'trackingLog')
    .key('id')
    .reference('userId', 'user')
    .reference('pluginId', 'plugin')
    .integer('at')
    .text('change')
    .index('account', '"userId", "pluginId", id')
    .index('plugin', '"pluginId"')
    .create();

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
}
