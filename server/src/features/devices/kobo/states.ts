// Reading states of Kobo devices. A reported state is returned unchanged to other Kobos until a newer position exists.
// The status takes precedence over the position, because devices report finished books with the position of their
// start.
import type { WriteProgress } from '@lectern/contract/reading/progress';
import type { BookRow } from '#catalog/books/book-rows.ts';
import type { Catalog } from '#catalog/catalog.ts';
import type { ProgressService } from '#features/reading/progress/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { toTime } from '#infrastructure/clock.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import type { KoboDeviceTable, KoboPositionTable } from '#schema/tables/devices/kobo.ts';
import type { KoboDeviceStore } from './device-store.ts';
import * as ledger from './ledger-store.ts';

export const koboStatuses = ['ReadyToRead', 'Reading', 'Finished'] as const;
type KoboStatus = (typeof koboStatuses)[number];

export interface KoboLocation {
  value: string;
  type: string;
  /** Name of the text file in the EPUB. */
  source: string;
}

export interface KoboState {
  status: KoboStatus;
  /** 0 to 100, of the book and of the chapter. */
  percent: number | null;
  chapterPercent: number | null;
  location: KoboLocation | null;
  statistics: { spentMinutes: number | null; remainingMinutes: number | null } | null;
  timesStarted: number;
  /** In milliseconds; the time of the addition without progress. */
  changedAt: number;
}

/** A reported state; `changedAt` is undefined if the device did not send it. */
export type KoboReading = Omit<KoboState, 'changedAt'> & { changedAt: number | undefined };

export type KoboStates = ReturnType<typeof createKoboStates>;

/** The start of a chapter in a KEPUB, whose sentences are numbered. */
const firstSpan = { value: 'kobo.1.1', type: 'KoboSpan' };

export function createKoboStates(
  catalog: Catalog,
  progress: ProgressService,
  store: KoboDeviceStore,
  db: Db,
) {
  /** Uses a fixed number of statements. */
  async function list({ userId }: Viewer, books: readonly BookRow[]): Promise<Map<string, KoboState>> {
    const begun = books.filter((book) => book.progress);
    const positions = await store.listPositions(
      userId,
      begun.map(({ id }) => id),
    );
    const isOwn = ({ id, progress: row }: BookRow) => positions.get(id)?.readAt === row?.updatedAt;
    const locators = await progress.listLocators(begun.filter((book) => !isOwn(book)));
    return new Map(
      books.map((book) => {
        const position = positions.get(book.id);
        const state = toState(book, position);
        if (!book.progress || (position && isOwn(book))) return [book.id, state];
        const { href, locations } = locators.get(book.id) ?? {};
        const source = toSource(href);
        const share = locations?.progression;
        const chapterPercent = typeof share === 'number' ? toPercent(share) : null;
        return [book.id, { ...state, chapterPercent, location: source ? { ...firstSpan, source } : null }];
      }),
    );
  }

  async function toBody(book: BookRow, stated: KoboReading): Promise<WriteProgress> {
    if (stated.status === 'Finished') return { completed: true };
    const { percent, chapterPercent, location } = stated;
    const start = location ? await progress.locateByName(book, location.source) : undefined;
    const whole = percent === null ? {} : { totalProgression: percent / 100 };
    const share = percent === null ? {} : { progressPercentage: percent / 100 };
    if (!start) return percent === null ? { completed: false } : { ...share, completed: false };
    const { locations: _, ...where } = start;
    const within = chapterPercent === null ? {} : { progression: chapterPercent / 100 };
    return { locator: { ...where, locations: { ...within, ...whole } }, ...share, completed: false };
  }

  async function giveUp(
    viewer: Viewer,
    { device, book }: { device: KoboDeviceTable; book: BookRow },
    stated: KoboReading,
  ) {
    const which = { deviceId: device.id, bookId: book.id };
    const known = await ledger.find(db, device.id, book.id);
    const knowsPosition = book.progress !== null && known?.progressAt === book.progress.updatedAt;
    // A book that was never opened on the device keeps its position.
    if (!knowsPosition || (stated.changedAt ?? 0) < (book.progress?.updatedAt ?? 0)) return;
    await progress.remove(viewer, book.id);
    await ledger.setProgress(db, which, null);
  }

  return {
    list,

    /** Throws `not_found`. An older state changes nothing; the device receives the newer one at its next sync. */
    async write(
      viewer: Viewer,
      { device, bookId }: { device: KoboDeviceTable; bookId: string },
      stated: KoboReading,
    ): Promise<void> {
      const book = await catalog.books.get(viewer, bookId);
      const which = { deviceId: device.id, bookId };
      const known = (await list(viewer, [book])).get(bookId);
      // A state that the device returns unchanged must not be recorded as a reading and sent to other devices.
      if (known && book.progress && isSame(known, stated))
        return ledger.setProgress(db, which, book.progress.updatedAt);
      if (stated.status === 'ReadyToRead') return giveUp(viewer, { device, book }, stated);
      const written = await progress.write(viewer, bookId, {
        ...(await toBody(book, stated)),
        deviceId: `kobo-${device.id}`,
        deviceName: device.name,
        ...(stated.changedAt !== undefined && { readAt: toTime(stated.changedAt) }),
      });
      // The device has an older position: the next sync sends the newer one, even if it was sent before.
      if (!written.applied) return ledger.setProgress(db, which, stated.changedAt ?? null);
      const readAt = Date.parse(written.updatedAt);
      await store.savePosition({ ...toPositionRow(stated), userId: viewer.userId, bookId, readAt });
      await ledger.setProgress(db, which, readAt);
    },
  };
}

function toState(book: BookRow, position: KoboPositionTable | undefined): KoboState {
  const { progress } = book;
  if (!progress) {
    const nothing = { percent: null, chapterPercent: null, location: null, statistics: null };
    // Devices compare times in seconds. A state from the second in which the book was added must count as newer.
    const changedAt = book.createdAt - 1_000;
    return { status: 'ReadyToRead', ...nothing, timesStarted: 0, changedAt };
  }
  const isOwn = position?.readAt === progress.updatedAt;
  const share = progress.percentage === null ? null : toPercent(progress.percentage);
  return {
    status: progress.completed === 1 ? 'Finished' : 'Reading',
    percent: (isOwn ? position.percent : null) ?? share,
    chapterPercent: isOwn ? position.chapterPercent : null,
    location: isOwn && position.location !== null ? JSON.parse(position.location) : null,
    statistics: position && position.statistics !== null ? JSON.parse(position.statistics) : null,
    timesStarted: Math.max(1, position?.timesStarted ?? 1),
    changedAt: progress.updatedAt,
  };
}

/** Converts `resources/OEBPS/c1.xhtml` to `OEBPS/c1.xhtml`. */
function toSource(href: string | undefined): string | undefined {
  const name = /^resources\/([^#?]+)/.exec(href ?? '')?.[1];
  if (name === undefined) return undefined;
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}

/** Two decimals, because whole percentages would be less precise than other apps. */
const toPercent = (share: number): number => Math.round(share * 10_000) / 100;

/** A device may round the values it received. */
const isNear = (stated: number | null, known: number | null): boolean =>
  stated === null || (known !== null && Math.abs(stated - known) < 1);

const isSame = (known: KoboState, stated: KoboReading): boolean =>
  known.status === stated.status &&
  (stated.status !== 'Reading' ||
    (isNear(stated.percent, known.percent) &&
      isNear(stated.chapterPercent, known.chapterPercent) &&
      isAt(stated.location, known.location)));

const isAt = (stated: KoboLocation | null, known: KoboLocation | null): boolean =>
  stated === null || (stated.source === known?.source && stated.value === known.value);

const toPositionRow = (stated: KoboReading): Omit<KoboPositionTable, 'userId' | 'bookId' | 'readAt'> => ({
  percent: stated.percent,
  chapterPercent: stated.chapterPercent,
  location: stated.location && JSON.stringify(stated.location),
  statistics: stated.statistics && JSON.stringify(stated.statistics),
  timesStarted: stated.timesStarted,
});
