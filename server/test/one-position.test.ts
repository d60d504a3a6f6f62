// One reading position for many devices: a position written through one protocol is read through all others.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRandom } from './conditions/random.ts';
import { addScannedLibrary, getBook } from './harness/library.ts';
import { isWholeRun } from './harness/run/whole-run.ts';
import { withServer } from './harness/server.ts';
import { signIn } from './harness/sign-in.ts';
import { makeCbz, makeEpub, makePdf } from './makers/books.ts';
import { page } from './makers/epub.ts';
import {
  type BookPosition,
  type Dialect,
  isPaged,
  type Kind,
  type Reader,
  type ReportedPosition,
  type Target,
} from './one-position/dialect.ts';
import { dialects } from './one-position/dialects.ts';

/** Fraction of the length of a text. */
const tolerance = 0.005;
const comicPages = 7;

/** Incompressible text with about 400 positions of 1,024 bytes. */
function aLongChapter(kilobytes: number): string {
  const random = createRandom(kilobytes);
  const word = () => Math.floor(random() * 2 ** 48).toString(36);
  return page(`<p>${Array.from({ length: kilobytes * 155 }, word).join(' ')}</p>`);
}

let nowMs: number | undefined;
const wait = (ms: number) => {
  nowMs = (nowMs ?? Date.now()) + ms;
};

const now = () => new Date(nowMs ?? Date.now());

const kinds: readonly Kind[] = ['cbz', 'pdf', 'epub'];
const knows = (kind: Kind) => (dialect: Dialect) => dialect.kinds?.includes(kind) ?? true;
/** The API itself is the reference: it reports page, fraction and completion. */
const [judge] = dialects;
if (!judge) throw new Error('No dialect is defined');
const writersOf = (kind: Kind) => dialects.filter(knows(kind)).filter(({ write }) => write);

/** Pairs for two consecutive writes. `npm test` uses each first and each second dialect once, the whole run all pairs. */
function toPairs(firsts: readonly Dialect[], seconds: readonly Dialect[]): [Dialect, Dialect][] {
  const isUsed = (i: number, j: number) =>
    isWholeRun ||
    (firsts.length < seconds.length ? (j + 1) % firsts.length === i : (i + 1) % seconds.length === j);
  return firsts.flatMap((first, i) =>
    seconds.filter((_, j) => isUsed(i, j)).map((second): [Dialect, Dialect] => [first, second]),
  );
}

withServer(
  'a reading position',
  (server) => {
    const targets = new Map<Kind, Target>();
    const targetOf = (kind: Kind): Target => {
      const target = targets.get(kind);
      if (!target) throw new Error(`No ${kind} found`);
      return target;
    };

    beforeAll(async () => {
      const files = {
        cbz: ['Comic/Comic 001.cbz', await makeCbz({ mark: 'one position', pages: comicPages })],
        pdf: ['Paper/Paper 001.pdf', makePdf({ pages: Array.from({ length: comicPages }, () => ({})) })],
        epub: [
          'Novel/Novel 001.epub',
          makeEpub({
            files: { 'OEBPS/c1.xhtml': aLongChapter(150), 'OEBPS/text/c2.xhtml': aLongChapter(260) },
          }),
        ],
      } as const;
      const library = await addScannedLibrary(server(), Object.fromEntries(Object.values(files)));
      for (const kind of kinds) {
        const [path, bytes] = files[kind];
        const fileName = path.slice(path.indexOf('/') + 1);
        const book = await getBook(server().admin, library.id, fileName);
        if (book.number === null) throw new Error(`${fileName} has no number`);
        targets.set(kind, {
          kind,
          bytes,
          fileName,
          bookId: book.id,
          seriesId: book.seriesId,
          pages: book.pageCount,
          number: book.number,
        });
      }
      wait(0);
    });
    afterAll(() => {
      nowMs = undefined;
    });

    async function aReader(): Promise<Reader> {
      const web = await signIn(server());
      const secret = Buffer.from(`${web.username}:${web.password}`).toString('base64');
      return { web, app: server().as({ authorization: `Basic ${secret}`, 'user-agent': 'App' }), wait, now };
    }

    const toPosition = (pageNumber: number): BookPosition => ({
      page: pageNumber,
      share: pageNumber === comicPages ? 1 : (pageNumber - 1) / comicPages,
      isEnd: pageNumber === comicPages,
    });

    /** Returns the first and last positions, their neighbors, and the middle. */
    function positionsOf(target: Target): BookPosition[] {
      if (isPaged(target)) return [1, 2, 4, comicPages - 1, comicPages].map(toPosition);
      return [0, 0.004, 0.25, 0.371, 0.5, 0.9, 0.98, 1].map((share) => ({
        page: Math.min(target.pages, Math.floor(share * target.pages) + 1),
        share,
        isEnd: share === 1,
      }));
    }

    const tellable = (dialect: Dialect, target: Target): BookPosition[] =>
      positionsOf(target).filter((place) => dialect.canReport?.(place, target) ?? true);

    /** Compares a position in one dialect with the expected one. Text positions may differ by the tolerance. */
    function compare(
      reported: ReportedPosition | undefined,
      place: BookPosition,
      target: Target,
    ): [string, unknown, unknown][] {
      if (!reported) return [['place', reported, place]];
      const found: [string, unknown, unknown][] = [];
      if (reported.isEnd !== undefined) found.push(['is the end', reported.isEnd, place.isEnd]);
      if (reported.page !== undefined && isPaged(target)) found.push(['page', reported.page, place.page]);
      if (reported.page !== undefined && !isPaged(target)) {
        const from = (reported.page - 1) / target.pages;
        const isNear =
          place.share >= from - tolerance && place.share <= reported.page / target.pages + tolerance;
        found.push([`page ${reported.page} of ${place.share}`, isNear, true]);
      }
      if (reported.share !== undefined)
        found.push([
          `share ${reported.share} of ${place.share}`,
          Math.abs(reported.share - place.share) <= tolerance,
          true,
        ]);
      return found;
    }

    interface Expected {
      target: Target;
      place: BookPosition;
      label: string;
      /** Dialects to read with. Default: all. */
      by?: readonly Dialect[];
    }

    /** Verifies that all dialects return the same position. */
    async function expectEverywhere(
      reader: Reader,
      { target, place, label, by = dialects.filter(knows(target.kind)) }: Expected,
    ): Promise<void> {
      for (const { name, read } of by) {
        if (!read) continue;
        for (const [what, is, should] of compare(await read(reader, target), place, target))
          expect([label, name, what, is]).toEqual([label, name, what, should]);
      }
    }

    describe.each(kinds)('in a %s', (kind) => {
      test.each(writersOf(kind))(
        'written through $name is returned by all other protocols',
        { timeout: 120_000 },
        async (dialect) => {
          const target = targetOf(kind);
          for (const place of tellable(dialect, target)) {
            const reader = await aReader();
            expect(await dialect.write?.(reader, target, { place })).toBe(true);
            await expectEverywhere(reader, {
              target,
              place,
              label: `${dialect.name}: ${JSON.stringify(place)}`,
            });
          }
        },
      );

      test('is undefined in all protocols before the first write', async () => {
        const reader = await aReader();
        for (const { name, read } of dialects.filter(knows(kind)))
          if (read) expect([name, await read(reader, targetOf(kind))]).toEqual([name, undefined]);
      });

      test('does not change when a client writes back the position that it read', {
        timeout: 120_000,
      }, async () => {
        const target = targetOf(kind);
        for (const { name, putBack } of dialects.filter(knows(kind))) {
          if (!putBack) continue;
          for (const place of positionsOf(target)) {
            const reader = await aReader();
            await judge.write?.(reader, target, { place });
            for (let round = 0; round < 2; round++) await putBack(reader, target);
            await expectEverywhere(reader, { target, place, label: `${name}: ${JSON.stringify(place)}` });
          }
        }
      });

      test('is not overwritten by an older one', { timeout: 120_000 }, async () => {
        const target = targetOf(kind);
        const [, early, middle, , end] = positionsOf(target);
        if (!early || !middle || !end) throw new Error('Not enough positions');
        const dated = writersOf(kind).filter(({ isDated }) => isDated);
        for (const [newer, older] of toPairs(writersOf(kind), dated)) {
          const place = older.canReport?.(early, target) === false ? end : early;
          const reader = await aReader();
          const stored = newer.canReport?.(middle, target) === false ? positionsOf(target).at(-1) : middle;
          if (!stored) throw new Error('No stored position');
          const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));
          expect(
            await newer.write?.(reader, target, { place: stored, ...(newer.isDated && { at: at(30) }) }),
          ).toBe(true);
          expect([older.name, await older.write?.(reader, target, { place, at: at(10) })]).toEqual([
            older.name,
            false,
          ]);
          const label = `${newer.name}, then ${older.name}`;
          await expectEverywhere(reader, { target, place: stored, label, by: [judge, newer, older] });
        }
      });

      test('is replaced by a later write of any client, which may also restart a finished book', {
        timeout: 120_000,
      }, async () => {
        const target = targetOf(kind);
        const [, , middle] = positionsOf(target);
        const end = positionsOf(target).at(-1);
        if (!middle || !end) throw new Error('Not enough positions');
        const later = writersOf(kind).filter(
          ({ isForwardOnly, canReport }) => !isForwardOnly && canReport?.(middle, target) !== false,
        );
        for (const [first, second] of toPairs(writersOf(kind), later)) {
          const reader = await aReader();
          await first.write?.(reader, target, { place: end });
          wait(1_000);
          expect(await second.write?.(reader, target, { place: middle })).toBe(true);
          const label = `${first.name}, then ${second.name}`;
          await expectEverywhere(reader, { target, place: middle, label, by: [judge, first, second] });
        }
      });
    });
  },
  {
    withTasks: true,
    clock: () => nowMs ?? Date.now(),
    environment: { LECTERN_COMPAT_API_ENABLED: 'true' },
  },
);
