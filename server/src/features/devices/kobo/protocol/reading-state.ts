// Reading states in Kobo's format. Validates all input of devices. Pure.
import {
  type KoboLocation,
  type KoboReading,
  type KoboState,
  koboStatuses,
} from '#features/devices/kobo/index.ts';
import { toKoboTime } from './entitlements.ts';

export function toReadingState(id: string, state: KoboState, createdAt: number) {
  const changed = toKoboTime(state.changedAt);
  const { spentMinutes = null, remainingMinutes = null } = state.statistics ?? {};
  return {
    EntitlementId: id,
    Created: toKoboTime(createdAt),
    LastModified: changed,
    PriorityTimestamp: changed,
    StatusInfo: {
      LastModified: changed,
      Status: state.status,
      TimesStartedReading: state.timesStarted,
    },
    Statistics: {
      LastModified: changed,
      ...(spentMinutes !== null && { SpentReadingMinutes: spentMinutes }),
      ...(remainingMinutes !== null && { RemainingTimeMinutes: remainingMinutes }),
    },
    CurrentBookmark: {
      LastModified: changed,
      ...(state.percent !== null && { ProgressPercent: state.percent }),
      ...(state.chapterPercent !== null && { ContentSourceProgressPercent: state.chapterPercent }),
      ...(state.location && {
        Location: {
          Value: state.location.value,
          Type: state.location.type,
          Source: state.location.source,
        },
      }),
    },
  };
}

type Json = Readonly<Record<string, unknown>>;

const maxTextLength = 2_000;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const toObject = (value: unknown): Json => (isObject(value) ? value : {});

/** The state in a request body; undefined if it is missing or invalid. */
export function readState(body: unknown): KoboReading | undefined {
  const states = toObject(body).ReadingStates;
  const stated: unknown = Array.isArray(states) ? states[0] : undefined;
  if (!isObject(stated)) return undefined;
  const info = toObject(stated.StatusInfo);
  const bookmark = toObject(stated.CurrentBookmark);
  const status = koboStatuses.find((one) => one === info.Status);
  if (!status) return undefined;
  return {
    status,
    percent: readPercent(bookmark.ProgressPercent),
    chapterPercent: readPercent(bookmark.ContentSourceProgressPercent),
    location: readLocation(bookmark.Location),
    statistics: readStatistics(stated.Statistics),
    timesStarted: readCount(info.TimesStartedReading) ?? 1,
    changedAt: readLatest([bookmark.LastModified, info.LastModified, stated.LastModified]),
  };
}

const readPercent = (value: unknown): number | null =>
  typeof value === 'number' && value >= 0 && value <= 100 ? value : null;

const readCount = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value < 2 ** 31 ? value : null;

const readText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= maxTextLength && value.isWellFormed()
    ? value
    : undefined;

function readLocation(value: unknown): KoboLocation | null {
  const { Value, Type, Source } = toObject(value);
  const source = readText(Source);
  if (source === undefined) return null;
  // Format for books copied to the device manually: `/mnt/onboard/…/book.epub#(6)OEBPS/c1.xhtml#kobo.1.1`.
  const inside = source.replace(/^.*#\(\d+\)/s, '').split('#', 1)[0] ?? '';
  if (inside === '') return null;
  return { value: readText(Value) ?? '', type: readText(Type) ?? 'KoboSpan', source: inside };
}

function readStatistics(value: unknown): KoboReading['statistics'] {
  if (!isObject(value)) return null;
  const spentMinutes = readCount(value.SpentReadingMinutes);
  const remainingMinutes = readCount(value.RemainingTimeMinutes);
  return spentMinutes === null && remainingMinutes === null ? null : { spentMinutes, remainingMinutes };
}

/** The latest of the reported times in milliseconds. */
function readLatest(values: readonly unknown[]): number | undefined {
  const times = values.flatMap((value) => {
    const ms = typeof value === 'string' && value.length <= 40 ? Date.parse(value) : Number.NaN;
    return ms >= 0 && ms < 253_402_300_800_000 ? [ms] : [];
  });
  return times.length === 0 ? undefined : Math.max(...times);
}

export type Outcome = 'Success' | 'Ignored';

export const toStateAnswer = (id: string, outcome: Outcome) => ({
  RequestResult: 'Success',
  UpdateResults: [
    {
      EntitlementId: id,
      CurrentBookmarkResult: { Result: outcome },
      StatisticsResult: { Result: outcome },
      StatusInfoResult: { Result: outcome },
    },
  ],
});
