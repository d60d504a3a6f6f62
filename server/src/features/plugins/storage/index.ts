// Plugin storage: up to 100 values for each plugin or for each user's instance of it.
import { z } from 'zod';
import { type Clock, toTime, toTimeOrNull } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { type ReverseCall, ReverseCallError, type ReverseCalls } from '../processes/index.ts';
import { rpcCodes } from '../protocol/index.ts';
import { createPluginValueStore, type Owner, toOwnerId } from './store.ts';

const maxKeys = 100;
const maxValueBytes = 1024 ** 2;

const key = z
  .string()
  .min(1)
  .max(500)
  .refine((text) => !text.includes('\0') && text.isWellFormed());
const keySchema = z.object({ key });
const setSchema = z.object({ key, data: z.json(), expiresAt: z.iso.datetime({ offset: true }).nullish() });

/** Handlers of the `storage/…` methods of the protocol. */
export function createPluginStorage({ database, clock }: { database: Database; clock: Clock }) {
  const store = createPluginValueStore(database.db);

  async function set(owner: Owner, { key, data, expiresAt }: z.output<typeof setSchema>): Promise<void> {
    const text = JSON.stringify(data);
    if (Buffer.byteLength(text) > maxValueBytes)
      throw new ReverseCallError(rpcCodes.invalidParams, `A value has at most ${maxValueBytes} bytes`);
    // PostgreSQL cannot store NUL, and neither database can store lone surrogates.
    if (text.includes('\\u0000') || !text.isWellFormed())
      throw new ReverseCallError(rpcCodes.invalidParams, 'NUL and lone surrogates cannot be stored');
    const nowMs = clock();
    await database.transaction(async (tx) => {
      await database.dialect.lock(tx, `plugin storage ${toOwnerId(owner)}`);
      await store.removeExpired(tx, owner, nowMs);
      const known = await store.list(owner, nowMs, tx);
      if (known.length >= maxKeys && !known.some((one) => one.key === key))
        throw new ReverseCallError(rpcCodes.invalidParams, `At most ${maxKeys} keys are stored`);
      const row = { ...owner, ownerId: toOwnerId(owner), key, data: text, updatedAt: nowMs };
      await store.save(tx, { ...row, expiresAt: expiresAt ? Date.parse(expiresAt) : null });
    });
  }

  return {
    toCalls: (owner: Owner): ReverseCalls =>
      new Map<string, ReverseCall>([
        [
          'storage/get',
          async (params) => {
            const row = await store.find(owner, keySchema.parse(params).key, clock());
            return row
              ? { data: JSON.parse(row.data), expiresAt: toTimeOrNull(row.expiresAt) }
              : { data: null };
          },
        ],
        [
          'storage/set',
          async (params) => {
            await set(owner, setSchema.parse(params));
            return { success: true };
          },
        ],
        [
          'storage/delete',
          async (params) => ({ deleted: (await store.remove(owner, keySchema.parse(params).key)) > 0 }),
        ],
        [
          'storage/list',
          async () => ({
            keys: (await store.list(owner, clock())).map(({ key, expiresAt, updatedAt }) => ({
              key,
              updatedAt: toTime(updatedAt),
              expiresAt: toTimeOrNull(expiresAt),
            })),
          }),
        ],
        ['storage/clear', async () => ({ deletedCount: await store.remove(owner) })],
      ]),
  };
}
