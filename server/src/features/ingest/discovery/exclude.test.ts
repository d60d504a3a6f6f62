import picomatch from 'picomatch';
import { describe, expect, test } from 'vitest';
import { fc } from '../../../../test/harness/property.ts';
import { isBookFileName, isSystemName, toExclusion } from './exclude.ts';
import { compileGlobs, findGlobFault, maxGlobLength } from './glob.ts';

describe('isBookFileName', () => {
  const all = ['cbz', 'cbr', 'cb7', 'cbt', 'epub', 'pdf'];
  test.each([
    'a.cbz',
    'a.ZIP',
    'a.cbr',
    'a.rar',
    'a.cb7',
    'a.7z',
    'a.cbt',
    'a.tar',
    'a.tar.gz',
    'a.kepub.epub',
    'Ä 1.5.pdf',
  ])('%s is a candidate', (name) => {
    expect(isBookFileName(name, all)).toBe(true);
  });
  test.each(['a.7z.001', 'a.mobi', 'a.txt', 'a.mp3', 'cbz', '.cbz', 'a.cbz.part', ''])(
    '%s is none',
    (name) => {
      expect(isBookFileName(name, all)).toBe(false);
    },
  );
  test('lists a single-file audiobook as candidate if text formats are allowed', () => {
    expect([isBookFileName('a.m4b', all), isBookFileName('a.m4b', ['cbz'])]).toEqual([true, false]);
    expect(isBookFileName('a.aa', all)).toBe(true);
  });
  test('recognizes a zipped FictionBook by both extensions', () => {
    expect([isBookFileName('a.fb2.zip', ['fbz']), isBookFileName('a.zip', ['fbz'])]).toEqual([true, false]);
  });
  test('rejects formats that the library does not allow', () => {
    expect(isBookFileName('a.zip', ['epub'])).toBe(false);
    expect(isBookFileName('a.zip', ['cbz'])).toBe(true);
  });
});

test.each([
  '.stfolder',
  '._Book.cbz',
  '__MACOSX',
  '@eaDir',
  '#recycle',
  '$RECYCLE.BIN',
  'lost+found',
  'System Volume Information',
])('ignores the system folder %s', (name) => {
  expect(isSystemName(name)).toBe(true);
  expect(toExclusion([])(`Comics/${name}`)).toBe(true);
});

describe('exclusion patterns of a library', () => {
  test.each<[pattern: string, path: string, excluded: boolean]>([
    ['Extras', 'Batman/Extras', true],
    ['Extras', 'Extras', true],
    ['extras', 'Batman/EXTRAS', true],
    ['Extras', 'Batman/Extras and more', false],
    ['*.tmp.cbz', 'Batman/001.tmp.cbz', true],
    ['*sample*', 'Batman/A Sample.pdf', true],
    ['Batman/Extras', 'Batman/Extras', true],
    ['Batman/Extras', 'DC/Batman/Extras', false],
    ['**/Batman/Extras', 'DC/Batman/Extras', true],
    ['/Extras', 'Extras', true],
    ['/Extras', 'Batman/Extras', false],
    ['Extras/', 'Batman/Extras', true],
    ['DC/**/*.pdf', 'DC/a/b/c.pdf', true],
    ['DC/**/*.pdf', 'DC/c.pdf', true],
    ['DC/*/*.pdf', 'DC/a/b/c.pdf', false],
    ['DC/**', 'DC', false],
    ['DC/**', 'DC/a/b.cbz', true],
    ['*/**', 'loose.cbz', false],
    ['**', 'loose.cbz', true],
    ['{Extras,Specials}', 'Batman/Specials', true],
    ['*(2016)*', 'Batman (2016)', true],
    ['*(2016)*', 'Batman 2016', false],
    ['{hi-res}', '{hi-res}', true],
    ['vol[0-9]', 'Vol3', true],
    ['vol[!0-9]', 'Vol3', false],
    ['\\[draft\\]*', '[Draft] 1.cbz', true],
    ['?.cbz', '😀.cbz', true],
    ['[unclosed', '[unclosed', true],
    ['café', 'cafe\u0301', true],
    ['バットマン', 'コミック/バットマン', true],
  ])('%s against %s: %s', (pattern, path, excluded) => {
    expect(toExclusion([pattern])(path)).toBe(excluded);
  });

  test('patterns are case-sensitive if the library is configured so', () => {
    expect(toExclusion(['extras'], { isCaseSensitive: true })('Extras')).toBe(false);
  });

  test.each([
    ['', /blank/],
    ['  ', /blank/],
    ['!keep', /negated/],
    ['x'.repeat(maxGlobLength + 1), /at most 500/],
    ['{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}', /64 alternatives/],
    ['{a,{b,c}}', /Nested braces/],
  ])('rejects the pattern %s', (pattern, fault) => {
    expect(findGlobFault(pattern)).toMatch(fault);
    expect(() => toExclusion([pattern])).toThrow(fault);
  });

  test('accepts any other pattern and any path without an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (pattern, path) => {
        if (findGlobFault(pattern) === undefined)
          expect(typeof compileGlobs([pattern])(path)).toBe('boolean');
      }),
    );
  });

  test('plain globs match like picomatch', () => {
    const name = fc
      .array(fc.constantFrom('a', 'b', 'B', '.', '-'), { minLength: 1, maxLength: 4 })
      .map((s) => s.join(''));
    const part = fc.array(fc.constantFrom('a', 'b', '?', '*', '[ab]', '-'), { minLength: 1, maxLength: 4 });
    const segment = fc.oneof(
      part.map((s) => s.join('').replace(/\*+/g, '*')),
      fc.constant('**'),
    );
    const pattern = fc.array(segment, { minLength: 2, maxLength: 4 }).map((s) => s.join('/'));
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((s) => s.join('/'));
    const isDots = (text: string) => text.split('/').some((one) => /^\.+$/.test(one));
    fc.assert(
      fc.property(pattern, path, (glob, text) => {
        // picomatch matches "a" with "a/**", but not with "*/**".
        fc.pre(!isDots(glob) && !isDots(text) && !glob.endsWith('**'));
        const expected = picomatch.isMatch(text, glob, { dot: true, nocase: true });
        expect(compileGlobs([glob])(text), `${glob} against ${text}`).toBe(expected);
      }),
      { numRuns: 5000 },
    );
  });
});
