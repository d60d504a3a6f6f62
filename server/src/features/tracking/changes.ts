// Stored and returned results of sync runs and previews.
import type { TrackingChange, TrackingRun, TrackingSettings } from '@lectern/contract/tracking/tracking';
import { toTime } from '#infrastructure/clock.ts';
import { newId } from '#infrastructure/ids.ts';
import type { TrackingAccountTable } from '#schema/tables/tracking.ts';
import type { AccountKey, TrackingStore } from './store.ts';

const maxChanges = 500;

/** Defaults: only linked entries are sent, and new entries are private. */
const defaults: TrackingSettings = {
  sendsAutomatically: true,
  sendsRatings: true,
  isPrivate: true,
  unit: 'volumes',
};

export const readSettings = (
  account: Pick<TrackingAccountTable, 'settings'> | undefined,
): TrackingSettings => ({
  ...defaults,
  ...(account && JSON.parse(account.settings)),
});

export const newAccount = (key: AccountKey, nowMs: number): TrackingAccountTable => ({
  ...key,
  settings: '{}',
  username: null,
  sentUntil: 0,
  lastSentAt: null,
  run: null,
  createdAt: nowMs,
  updatedAt: nowMs,
});

/** Whether the change is reported and logged: everything except unchanged entries. */
const isTelling = ({ outcome }: TrackingChange): boolean => outcome !== 'unchanged';

export const toRun = (
  run: Omit<TrackingRun, 'at' | 'changes'> & { changes?: readonly TrackingChange[] },
  nowMs: number,
): TrackingRun => ({
  ...run,
  at: toTime(nowMs),
  changes: (run.changes ?? []).filter(isTelling).slice(0, maxChanges),
});

export const readRun = ({ run }: Pick<TrackingAccountTable, 'run'>): TrackingRun | undefined =>
  run === null ? undefined : JSON.parse(run);

export async function log(
  store: TrackingStore,
  key: AccountKey,
  { changes, nowMs }: { changes: readonly TrackingChange[]; nowMs: number },
): Promise<void> {
  const rows = changes
    .filter(isTelling)
    .map((change) => ({ id: newId(nowMs), ...key, at: nowMs, change: JSON.stringify(change) }));
  await store.addToLog(key, rows.slice(-maxChanges));
}
