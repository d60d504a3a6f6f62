// Rules of preferences: limited in size and number; a change is applied completely or not at all.
import { maxPreferenceBytes, maxPreferences } from '@lectern/contract/reading/own-shelves';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { conflict, notFound, Problem, reason } from '#infrastructure/errors.ts';
import type { PreferenceStore } from './store.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export type PreferenceService = ReturnType<typeof createPreferenceService>;

export function createPreferenceService(database: Database, store: PreferenceStore, clock: Clock) {
  const list = async ({ userId }: Viewer): Promise<Record<string, Json>> =>
    Object.fromEntries((await store.list(userId)).map(({ key, value }) => [key, JSON.parse(value)]));
  return {
    list,

    async get({ userId }: Viewer, key: string): Promise<Json> {
      const row = await store.find(userId, key);
      if (!row) throw notFound('preference');
      return JSON.parse(row.value);
    },

    /** Throws `payload_too_large` for a value beyond 64 KiB, and `conflict` beyond 500 keys. */
    async merge(viewer: Viewer, values: Readonly<Record<string, Json>>): Promise<Record<string, Json>> {
      const { userId } = viewer;
      const rows = Object.entries(values).map(([key, value]) => ({
        userId,
        key,
        value: toText(key, value),
        updatedAt: clock(),
      }));
      await database.transaction(async (tx) => {
        await database.dialect.lock(tx, `preferences ${userId}`);
        const known = new Set((await store.list(userId, tx)).map(({ key }) => key));
        for (const { key } of rows) known.add(key);
        if (known.size > maxPreferences) throw conflict(reason('preferences_full', { max: maxPreferences }));
        await store.save(tx, rows);
      });
      return list(viewer);
    },

    remove: ({ userId }: Viewer, key: string): Promise<void> => store.remove(userId, key),
    clear: ({ userId }: Viewer): Promise<void> => store.remove(userId),
  };
}

function toText(key: string, value: Json): string {
  const text = JSON.stringify(value);
  if (Buffer.byteLength(text) > maxPreferenceBytes)
    throw new Problem('payload_too_large', reason('preference_too_large', { key }));
  return text;
}
