// SQL for exporting user data. Read-only.

import { readRows } from '#infrastructure/chunks.ts';
import { toTime, toTimeOrNull } from '#infrastructure/clock.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import type { ReadHistoryTable } from '#schema/tables/reading/history.ts';
import type { CommonRecords, PersonalRecords } from '../records.ts';
import { isTrue, parse } from './values.ts';

export type ExportedUser = Omit<CommonRecords['users'], 'folder'>;

const atOnce = 1_000;

export async function listUsers(db: Db): Promise<ExportedUser[]> {
  const rows = await db.selectFrom('user').selectAll().orderBy('usernameFolded').execute();
  const tags = new Map(
    (await db.selectFrom('sharingTag').select(['id', 'name']).execute()).map(({ id, name }) => [id, name]),
  );
  const identities = await db
    .selectFrom('oidcIdentity')
    .select(['userId', 'provider', 'issuer', 'subject'])
    .execute();
  return rows.map((row) => {
    const grants: { tagId: string; access: 'allow' | 'deny' }[] = parse(row.sharingTags);
    return {
      id: row.id,
      username: row.username,
      email: row.email,
      role: row.role,
      extraPermissions: parse(row.extraPermissions),
      isActive: isTrue(row.isActive),
      emailVerified: isTrue(row.emailVerified),
      choseEmail: isTrue(row.choseEmail),
      passwordHash: row.passwordHash,
      libraryIds: parse(row.sharedLibraryIds),
      sharingTags: grants.flatMap(({ tagId, access }) => {
        const name = tags.get(tagId);
        return name === undefined ? [] : [{ name, access }];
      }),
      maxAgeRating: row.maxAgeRating,
      allowUnrated: isTrue(row.allowUnrated),
      identities: identities
        .filter(({ userId }) => userId === row.id)
        .map(({ provider, issuer, subject }) => ({ provider, issuer, subject })),
      createdAt: toTime(row.createdAt),
    };
  });
}

export async function listAnnotations(db: Db, userId: string): Promise<PersonalRecords['annotations'][]> {
  const rows = await db
    .selectFrom('annotation')
    .select(['id', 'bookId', 'kind', 'locator', 'color', 'note', 'text', 'createdAt', 'updatedAt'])
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .orderBy('bookId')
    .orderBy('totalProgression')
    .execute();
  return rows.map((row) => ({
    ...row,
    locator: parse(row.locator),
    createdAt: toTime(row.createdAt),
    updatedAt: toTime(row.updatedAt),
  }));
}

/** Personal records by file name. */
export const personalLists: {
  [K in Exclude<keyof PersonalRecords, 'fonts'>]: (
    db: Db,
    userId: string,
  ) => AsyncIterable<PersonalRecords[K]> | Promise<PersonalRecords[K][]>;
} = {
  async *progress(db, userId) {
    const read = (last: { bookId: string } | undefined) =>
      db
        .selectFrom('readProgress')
        .selectAll()
        .where('userId', '=', userId)
        .$if(last !== undefined, (rows) => rows.where('bookId', '>', last?.bookId ?? ''))
        .orderBy('bookId')
        .limit(atOnce)
        .execute();
    for await (const row of readRows(atOnce, read))
      yield {
        bookId: row.bookId,
        ...toPosition({ ...row, page: row.currentPage }),
        startedAt: toTime(row.startedAt),
        updatedAt: toTime(row.updatedAt),
        completedAt: toTimeOrNull(row.completedAt),
      };
  },

  async *history(db, userId) {
    const read = (last: { id: string } | undefined) =>
      db
        .selectFrom('readHistory')
        .selectAll()
        .where('userId', '=', userId)
        .$if(last !== undefined, (rows) => rows.where('id', '>', last?.id ?? ''))
        .orderBy('id')
        .limit(atOnce)
        .execute();
    for await (const row of readRows(atOnce, read))
      yield {
        bookId: row.bookId,
        ...toPosition(row),
        deviceId: row.deviceId,
        deviceName: row.deviceName,
        marked: isTrue(row.marked),
        beganAt: toTimeOrNull(row.beganAt),
        readAt: toTime(row.readAt),
      };
  },

  async *'reading-sessions'(db, userId) {
    const read = (last: { id: string } | undefined) =>
      db
        .selectFrom('readingSession')
        .select(['id', 'bookId', 'startedAt', 'endedAt', 'pagesRead', 'startPage', 'endPage'])
        .select(['deviceId', 'deviceName'])
        .where('userId', '=', userId)
        .$if(last !== undefined, (rows) => rows.where('id', '>', last?.id ?? ''))
        .orderBy('id')
        .limit(atOnce)
        .execute();
    for await (const row of readRows(atOnce, read))
      yield { ...row, startedAt: toTime(row.startedAt), endedAt: toTime(row.endedAt) };
  },

  annotations: listAnnotations,

  async ratings(db, userId) {
    const rows = await db
      .selectFrom('seriesRating')
      .select(['seriesId', 'rating', 'notes', 'updatedAt'])
      .where('userId', '=', userId)
      .execute();
    return rows.map((row) => ({ ...row, updatedAt: toTime(row.updatedAt) }));
  },

  async 'want-to-read'(db, userId) {
    const rows = await db
      .selectFrom('wantToRead')
      .select(['entityType', 'entityId', 'createdAt'])
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .execute();
    return rows.map(({ entityType, ...row }) => ({
      ...row,
      entityType: entityType === 'book' ? 'book' : 'series',
      createdAt: toTime(row.createdAt),
    }));
  },

  async 'saved-filters'(db, userId) {
    const rows = await db
      .selectFrom('filterPreset')
      .select(['name', 'scope', 'target', 'libraryId', 'condition', 'query', 'sort', 'pinned'])
      .where('userId', '=', userId)
      .orderBy('position')
      .execute();
    return rows.map((row) => ({ ...row, condition: parse(row.condition), pinned: isTrue(row.pinned) }));
  },

  async 'followed-releases'(db, userId) {
    const rows = await db
      .selectFrom('releaseFollow')
      .select(['seriesId', 'isFollowed'])
      .where('userId', '=', userId)
      .orderBy('seriesId')
      .execute();
    return rows.map(({ seriesId, isFollowed }) => ({ seriesId, isFollowed: isTrue(isFollowed) }));
  },

  async 'release-settings'(db, userId) {
    const rows = await db
      .selectFrom('releaseChoice')
      .select(['isAutomatic', 'languages'])
      .where('userId', '=', userId)
      .execute();
    return rows.map((row) => ({ isAutomatic: isTrue(row.isAutomatic), languages: parse(row.languages) }));
  },

  async preferences(db, userId) {
    const rows = await db
      .selectFrom('userPreference')
      .select(['key', 'value', 'updatedAt'])
      .where('userId', '=', userId)
      .orderBy('key')
      .execute();
    return rows.map((row) => ({ ...row, value: parse(row.value), updatedAt: toTime(row.updatedAt) }));
  },

  async 'api-keys'(db, userId) {
    const rows = await db
      .selectFrom('apiKey')
      .select(['name', 'keyPrefix', 'keyHash', 'digestHash', 'permissions', 'isActive', 'expiresAt'])
      .select('createdAt')
      .where('userId', '=', userId)
      .orderBy('id')
      .execute();
    return rows.map((row) => ({
      ...row,
      permissions: row.permissions === null ? null : parse(row.permissions),
      isActive: isTrue(row.isActive),
      expiresAt: toTimeOrNull(row.expiresAt),
      createdAt: toTime(row.createdAt),
    }));
  },
};

export const listFonts = (db: Db, userId: string) =>
  db
    .selectFrom('userFont')
    .select(['id', 'name', 'format', 'bytes'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();

type PositionRow = Pick<ReadHistoryTable, 'page' | 'percentage' | 'completed' | 'locator'>;

const toPosition = ({ page, percentage, completed, locator }: PositionRow) => ({
  page,
  percentage,
  completed: isTrue(completed),
  locator: parse(locator),
});
