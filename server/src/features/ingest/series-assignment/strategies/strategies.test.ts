import type { SeriesStrategy } from '@lectern/contract/values';
import { describe, expect, test } from 'vitest';
import { fc } from '../../../../../test/harness/property.ts';
import { compileStrategy } from './compile-strategy.ts';
import type { SeriesAssignment, StrategyMetadata } from './strategy.ts';

interface Where {
  config?: unknown;
  metadata?: StrategyMetadata;
}

function place(strategy: SeriesStrategy, path: string, { config, metadata }: Where = {}): SeriesAssignment {
  const made = compileStrategy(strategy, config);
  if (!made.ok) throw new Error(made.issues.map(({ message }) => message).join());
  return made.assignBook(path, { rootName: 'Comics', metadata });
}

describe('series_folder', () => {
  test.each<[path: string, name: string, folder: string, year?: number]>([
    ['Batman (2016)/Batman 005.cbz', 'Batman', 'Batman (2016)', 2016],
    ['DC/Batman (2011-2016) [Digital]/Batman 005.cbz', 'Batman', 'DC/Batman (2011-2016) [Digital]', 2011],
    ['絵巻物/A/B/C/D/E/深いフォルダー/鳥獣戯画 v1.cbz', '深いフォルダー', '絵巻物/A/B/C/D/E/深いフォルダー'],
    ['Torinome (鳥の眼)/Torinome - Vol.01.cbz', 'Torinome (鳥の眼)', 'Torinome (鳥の眼)'],
    ['100 Bullets/001.cbz', '100 Bullets', '100 Bullets'],
    ['G. K. Chesterton/Father Brown/01 The Innocence.epub', 'Father Brown', 'G. K. Chesterton/Father Brown'],
    ['Batman (2016)/Volume 1/001.cbz', 'Batman - Volume 1', 'Batman (2016)/Volume 1', 2016],
    ['Batman/Season 1/Vol. 2/001.cbz', 'Batman - Season 1 - Vol. 2', 'Batman/Season 1/Vol. 2'],
    ['Batman/Specials/A.cbz', 'Batman - Specials', 'Batman/Specials'],
    ['Alan Ford/1986/01.cbz', 'Alan Ford - 1986', 'Alan Ford/1986'],
    ['Saga/01. Part 1/01.cbz', 'Saga - 01. Part 1', 'Saga/01. Part 1'],
    ["Saga/Collector's Edition/01.cbz", "Saga - Collector's Edition", "Saga/Collector's Edition"],
    ['Saga/Édition Deluxe/01.cbz', 'Saga - Édition Deluxe', 'Saga/Édition Deluxe'],
    ['Saga/2-й сезон/01.cbz', 'Saga - 2-й сезон', 'Saga/2-й сезон'],
    ['1984/01.cbz', '1984', '1984'],
    ...[
      'Phase 2',
      'Arc 3 - Alabasta',
      '1963-1970',
      '1990s',
      'Extras & Specials',
      'Hardcovers',
      'Remastered',
    ].map((folder): [string, string, string] => [
      `Saga/${folder}/01.cbz`,
      `Saga - ${folder}`,
      `Saga/${folder}`,
    ]),
    ...['300', '52', 'Year One', 'Series of Events', 'Web of Spider-Man', 'The Final'].map(
      (folder): [string, string, string] => [`Comics/${folder}/01.cbz`, folder, `Comics/${folder}`],
    ),
    ['D.Gray-man/01.cbz', 'D.Gray-man', 'D.Gray-man'],
    ['Saga (Deluxe Edition)/01.cbz', 'Saga (Deluxe Edition)', 'Saga (Deluxe Edition)'],
    ['Tintin/Français/01.cbz', 'Tintin - Français', 'Tintin/Français'],
    ['One-Shots/Gnome 4K.cbz', 'One-Shots', 'One-Shots'],
    ['Volume 1/001.cbz', 'Volume 1', 'Volume 1'],
    ['[]/001.cbz', '[]', '[]'],
    ['loose.cbz', 'Comics', ''],
  ])('%s is in the series %s', (path, seriesName, seriesPath, year) => {
    expect(place('series_folder', path)).toEqual({
      seriesKey: `path:${seriesPath}`,
      seriesName,
      seriesPath,
      ...(year !== undefined && { year }),
    });
  });

  test('folders with equal names but different years or locations are separate series', () => {
    const keys = ['Batman (2011)/1.cbz', 'Batman (2016)/1.cbz', 'DC/Batman (2016)/1.cbz'].map(
      (path) => place('series_folder', path).seriesKey,
    );
    expect(new Set(keys).size).toBe(3);
  });

  test('composed and decomposed spellings of a folder are one series', () => {
    const key = (form: string) =>
      place('series_folder', `${'Bande dessinée'.normalize(form)}/1.cbz`).seriesKey;
    expect(key('NFD')).toBe(key('NFC'));
  });

  test('a path of any length has a key that fits an index', () => {
    const long = (last: string) => `${'folder/'.repeat(500)}${last}/1.cbz`;
    expect(place('series_folder', long('a')).seriesKey).toHaveLength(500);
    expect(place('series_folder', long('a')).seriesKey).not.toBe(place('series_folder', long('b')).seriesKey);
  });
});

describe('series_volume', () => {
  test.each<[path: string, name: string, volume?: number]>([
    ['Akira/Volume 1/001.cbz', 'Akira', 1],
    ['Akira/v02 (1988)/001.cbz', 'Akira', 2],
    ['Akira/S1/Ep. 1.cbz', 'Akira', 1],
    ['Akira/03/001.cbz', 'Akira', 3],
    ['Akira/04 - The End/001.cbz', 'Akira', 4],
    ['Akira/第5巻/第1話.cbz', 'Akira', 5],
    ['Akira/Volume 6/Extras/map.cbz', 'Akira', 6],
    ['Akira/Extras/map.cbz', 'Akira'],
    ['Akira (1982)/Akira v01.cbz', 'Akira'],
    ['loose.cbz', 'Comics'],
  ])('%s is in %s, volume %s', (path, seriesName, volume) => {
    const assignment = place('series_volume', path);
    expect(assignment).toMatchObject({
      seriesName,
      seriesPath: path === 'loose.cbz' ? '' : path.split('/')[0],
    });
    expect(assignment.volume).toBe(volume);
  });
});

describe('series_volume_chapter', () => {
  test.each<[path: string, volume?: number, chapter?: number]>([
    ['Akira/Volume 1/Chapter 2.5/book.cbz', 1, 2.5],
    ['Akira/1/012/book.cbz', 1, 12],
    ['Akira/第1巻/第12話/book.cbz', 1, 12],
    ['Akira/Chapter 5/book.cbz', undefined, 5],
    ['Akira/Volume 1/Chapter 2.cbz', 1],
    ['Akira/book.cbz'],
  ])('%s is volume %s, chapter %s', (path, volume, chapter) => {
    const assignment = place('series_volume_chapter', path);
    expect(assignment.seriesName).toBe('Akira');
    expect([assignment.volume, assignment.chapter]).toEqual([volume, chapter]);
  });
});

describe('flat', () => {
  test.each<[path: string, name: string, year?: number]>([
    ['anywhere/at all/Batman 005 (2016).cbz', 'Batman'],
    ['Batman (2016) 005 (2017).cbz', 'Batman', 2016],
    ['Amazing Spider-Man v2018 #1.cbz', 'Amazing Spider-Man', 2018],
    ['ワンピース 第3巻.cbz', 'ワンピース'],
    ['Blade Runner 2049.cbz', 'Blade Runner 2049'],
    ['001.cbz', '001'],
  ])('%s is in %s', (path, name, year) => {
    expect(place('flat', path)).toMatchObject({ seriesName: name, seriesPath: null });
    expect(place('flat', path).year).toBe(year);
  });

  test('prefers metadata, and a volume that is a year separates runs', () => {
    const metadata = { series: ' Batman ', volume: 2016 };
    expect(place('flat', 'x.cbz', { metadata })).toEqual({
      seriesKey: 'name:batman|2016',
      seriesName: 'Batman',
      seriesPath: null,
      year: 2016,
    });
    expect(place('flat', 'x.cbz', { metadata: { series: 'Batman', volume: 3 } }).seriesKey).toBe(
      'name:batman',
    );
  });

  test('names that differ in case, accents or width are one series', () => {
    const keys = ['Pokémon 01.cbz', 'POKEMON 02.cbz', 'Ｐｏｋｅｍｏｎ 03.cbz'].map(
      (path) => place('flat', path).seriesKey,
    );
    expect(new Set(keys)).toEqual(new Set(['name:pokemon']));
  });

  test('a pattern parses file names, and names that do not match use the default rules', () => {
    const config = { pattern: '^(?<number>\\d+)_(?<series>.+?)_(?<title>.+)$' };
    expect(place('flat', 'x/12_Batman_The End.cbz', { config })).toMatchObject({
      seriesName: 'Batman',
      number: { text: '12', value: 12 },
      title: 'The End',
    });
    expect(place('flat', 'Saga 001.cbz', { config }).seriesName).toBe('Saga');
  });
});

describe('publisher_hierarchy', () => {
  test.each<[skipLevels: number | undefined, path: string, expected: Partial<SeriesAssignment>]>([
    [undefined, 'Marvel/X-Men (1963)/001.cbz', { seriesName: 'X-Men', year: 1963, publisher: 'Marvel' }],
    [2, 'DC/Vertigo/Saga/v01/001.cbz', { seriesName: 'Saga', publisher: 'DC', volume: 1 }],
    [
      1,
      'Marvel/X-Men/Volume 2/Extras/001.cbz',
      { seriesName: 'X-Men', volume: 2, seriesPath: 'Marvel/X-Men' },
    ],
    [0, 'X-Men/001.cbz', { seriesName: 'X-Men', seriesPath: 'X-Men' }],
    [2, 'Marvel/loose.cbz', { seriesName: 'Marvel', publisher: 'Marvel', seriesPath: 'Marvel' }],
    [1, 'loose.cbz', { seriesName: 'Comics', seriesPath: '' }],
  ])('skipping %s levels, assigns %s', (skipLevels, path, expected) => {
    const assignment = place('publisher_hierarchy', path, {
      config: skipLevels === undefined ? null : { skipLevels },
    });
    expect(assignment).toMatchObject(expected);
    expect(assignment.publisher).toBe(
      expected.publisher ?? (path.startsWith('Marvel/') ? 'Marvel' : undefined),
    );
  });
});

describe('calibre', () => {
  const path = 'Isaac Asimov/Foundation (123)/Foundation - Isaac Asimov.epub';

  test('a book with a series in its metadata belongs to it, regardless of its author', () => {
    expect(place('calibre', path, { metadata: { series: 'Foundation Saga' } })).toEqual({
      seriesKey: 'name:foundation saga',
      seriesName: 'Foundation Saga',
      seriesPath: null,
      title: 'Foundation',
    });
  });

  test('a book without a series is a separate series, with all its formats', () => {
    const expected = {
      seriesKey: 'path:Isaac Asimov/Foundation (123)',
      seriesName: 'Foundation',
      seriesPath: 'Isaac Asimov/Foundation (123)',
      title: 'Foundation',
    };
    expect(place('calibre', path)).toEqual(expected);
    expect(place('calibre', path.replace('.epub', '.pdf'))).toEqual(expected);
    expect(place('calibre', path, { config: { seriesSource: 'title' }, metadata: { series: 'X' } })).toEqual(
      expected,
    );
  });

  test('the books of an author can be one series', () => {
    const assignment = place('calibre', path, {
      config: { seriesSource: 'author' },
      metadata: { series: 'X' },
    });
    expect(assignment).toMatchObject({
      seriesName: 'Isaac Asimov',
      seriesPath: 'Isaac Asimov',
      title: 'Foundation',
    });
  });

  test('a file outside the layout is a separate series', () => {
    expect(place('calibre', 'Dune.epub')).toMatchObject({ seriesName: 'Dune', seriesPath: null });
  });
});

describe('custom', () => {
  const config = {
    pattern:
      '^(?<publisher>[^/]+)/(?<series>[^/]+)/v(?<volume>\\d+)/c(?<chapter>[\\d.]+)(?: - (?<title>[^/]+))?\\.cbz$',
  };

  test('uses the groups of the pattern', () => {
    expect(place('custom', 'Marvel/X-Men (1963)/v02/c010.5 - The End.cbz', { config })).toEqual({
      seriesKey: 'name:x-men (1963)|marvel',
      seriesName: 'X-Men',
      seriesPath: null,
      publisher: 'Marvel',
      year: 1963,
      volume: 2,
      chapter: 10.5,
      title: 'The End',
    });
  });

  test('assigns a path that does not match by its folder', () => {
    expect(place('custom', 'Marvel/X-Men/other.cbz', { config })).toEqual(
      place('series_folder', 'Marvel/X-Men/other.cbz'),
    );
  });

  test.each<[config: unknown, message: RegExp]>([
    [null, /expected string/],
    [{ pattern: '' }, /Too small|at least/],
    [{ pattern: `(?<series>${'x'.repeat(500)})` }, /Too big|at most/],
    [{ pattern: '(?<series>' }, /Not a valid regular expression/],
    [{ pattern: '(?<title>.+)' }, /needs a group/],
    [{ pattern: '(?<series>.+)(?<artist>.+)' }, /Unknown group artist/],
    [{ pattern: '(?<series>a)(?=b)' }, /Look-ahead/],
    [{ pattern: '(?<series>a)\\1' }, /Back-references/],
    [{ pattern: '(?<series>.{900}){2}' }, /Not a valid|too complex/],
    [{ pattern: '(?<series>.{990})(.{900})' }, /too complex/],
  ])('rejects %j with a message', (refused, message) => {
    expect(compileStrategy('custom', refused)).toEqual({
      ok: false,
      issues: [{ path: 'pattern', message: expect.stringMatching(message) }],
    });
  });

  test('matches a pattern that would backtrack exponentially in other engines', () => {
    const hostile = { pattern: '^(?<series>(a+)+)+(b|c|(d*)*)$' };
    expect(place('custom', `${'a'.repeat(1000)}/x.cbz`, { config: hostile }).seriesPath).toBe(
      'a'.repeat(1000),
    );
  });
});

test('checks the limits of settings', () => {
  expect(compileStrategy('publisher_hierarchy', { skipLevels: 11 })).toMatchObject({
    ok: false,
    issues: [{ path: 'skipLevels' }],
  });
  expect(compileStrategy('calibre', { seriesSource: 'moon' })).toMatchObject({
    ok: false,
    issues: [{ path: 'seriesSource' }],
  });
  expect(compileStrategy('flat', 'x')).toMatchObject({ ok: false });
  expect(compileStrategy('series_folder', { anything: 1 })).toMatchObject({ ok: true });
});

test('every strategy assigns any path', () => {
  const strategies: [SeriesStrategy, unknown][] = [
    ['series_folder', null],
    ['series_volume', null],
    ['series_volume_chapter', null],
    ['flat', { pattern: '(?<series>.*?)(?<volume>\\d*)' }],
    ['publisher_hierarchy', { skipLevels: 2 }],
    ['calibre', null],
    ['custom', { pattern: '(?<series>[^/]*)/(?<chapter>.*)' }],
  ];
  const part = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.constantFrom('Vol. 1', '..', '.', '', 'a.cbz'),
  );
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 6 }),
      fc.constantFrom(...strategies),
      (parts, [strategy, config]) => {
        const { seriesKey, seriesName } = place(strategy, parts.join('/'), { config });
        expect(seriesKey.length).toBeLessThanOrEqual(500);
        expect(seriesKey.isWellFormed()).toBe(true);
        expect(seriesName).toBeTypeOf('string');
      },
    ),
    { numRuns: 2000 },
  );
});
