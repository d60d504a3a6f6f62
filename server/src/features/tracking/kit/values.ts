// Parses and converts list values and tokens of tracking services.
import { type TrackingStatus, trackingStatuses } from '@lectern/contract/tracking/tracking-values';
import { PluginError } from '#features/plugins/protocol/index.ts';
import { type Asking, countOf, findId, numberOf, textOf } from '#features/providers/kit/index.ts';

/** Throws PluginError `not_found` if the value is neither an id nor a page URL with an id. */
export function toNumericId(externalId: string, page?: RegExp): number {
  const id = findId(externalId, /^(\d{1,9})$/, ...(page ? [page] : []));
  if (id === undefined) throw new PluginError('not_found', 'Not an id of this service');
  return Number(id);
}

/** Accepts tokens with a `Bearer` prefix. Throws PluginError `authentication` without a token. */
export function toBearer({ credentials }: Asking): Record<string, string> {
  const token = (credentials.access_token ?? '').replace(/^Bearer\s+/i, '').trim();
  if (token === '') throw notConnected();
  return { authorization: `Bearer ${token}` };
}

export const notConnected = () => new PluginError('authentication', 'No account is connected');

/** Rounds down, because some services store fractions. */
export const readCount = (value: unknown): number => Math.floor(numberOf(value) ?? 0);

/** 0 means no score. */
export const readScore = (value: unknown): number | null => {
  const score = numberOf(value);
  return score === undefined || score === 0 ? null : Math.min(100, Math.round(score));
};

/** Rounds a score from 1 to 100 to the steps of a service. The lowest step means no score. */
export const toSteps =
  (step: number) =>
  (score: number): number =>
    Math.max(step, Math.round(score / step) * step);

/** Returns the date of a timestamp, or the year or month if the value has no day. */
export const readDay = (value: unknown): string | null =>
  /^\d{4}(?:-\d\d){0,2}/.exec(textOf(value) ?? '')?.[0] ?? null;

/** Page number of a cursor. */
export const toPage = (cursor: string | undefined): number => countOf(cursor) ?? 1;

/** Maps statuses of a service in both directions. */
export function toStatuses<T extends string | number>(names: Readonly<Record<TrackingStatus, T>>) {
  return {
    read: (value: unknown): TrackingStatus =>
      trackingStatuses.find((status) => names[status] === value) ?? 'plan_to_read',
    write: (status: TrackingStatus): T => names[status],
  };
}
