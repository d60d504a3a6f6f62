// Values of lists at services, and of tokens.
import { type TrackingStatus, trackingStatuses } from '@lectern/contract/tracking-values';
import { PluginError } from '../plugin-protocol/index.ts';
import { type Asking, countOf, findId, numberOf, textOf } from '../provider-kit/index.ts';

/** Throws PluginError `not_found` for what is no id, nor one in an address of its page. */
export function toNumericId(externalId: string, page?: RegExp): number {
  const id = findId(externalId, /^(\d{1,9})$/, ...(page ? [page] : []));
  if (id === undefined) throw new PluginError('not_found', 'This is no id of that service');
  return Number(id);
}

/** Throws PluginError `authentication`. Some are shown with `Bearer` before them. */
export function toBearer({ credentials }: Asking): Record<string, string> {
  const token = (credentials.access_token ?? '').replace(/^Bearer\s+/i, '').trim();
  if (token === '') throw notConnected();
  return { authorization: `Bearer ${token}` };
}

export const notConnected = () => new PluginError('authentication', 'No account is connected');

/** Whole numbers, as some services keep fractions. */
export const readCount = (value: unknown): number => Math.floor(numberOf(value) ?? 0);

/** 0 means that there is none. */
export const readScore = (value: unknown): number | null => {
  const score = numberOf(value);
  return score === undefined || score === 0 ? null : Math.min(100, Math.round(score));
};

/** Of scores from 1 to 100 those that a service keeps; the lowest is none. */
export const toSteps =
  (step: number) =>
  (score: number): number =>
    Math.max(step, Math.round(score / step) * step);

/** The day of a date or moment; a year or month where there is no more. */
export const readDay = (value: unknown): string | null =>
  /^\d{4}(?:-\d\d){0,2}/.exec(textOf(value) ?? '')?.[0] ?? null;

/** The page of a list that a cursor means. */
export const toPage = (cursor: string | undefined): number => countOf(cursor) ?? 1;

/** The statuses of a service, both ways. */
export function toStatuses<T extends string | number>(names: Readonly<Record<TrackingStatus, T>>) {
  return {
    read: (value: unknown): TrackingStatus =>
      trackingStatuses.find((status) => names[status] === value) ?? 'plan_to_read',
    write: (status: TrackingStatus): T => names[status],
  };
}
