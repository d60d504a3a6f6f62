import { tokenize, tokenNames } from 'css-tree';
import { expect, test } from 'vitest';
import { fc } from '../../../../server/test/harness/property.ts';
import { filterSheet, filterStyle } from './css.ts';

test('keeps the rules of books', () => {
  const sheet = `@charset "utf-8"; <!--
    @font-face { font-family: "A"; src: url(kindle:embed:0001?mime=font) format('opentype'), local(A) }
    @page :first { margin: 1em 2em }
    /* a comment */
    p.a > em, h1 + p:first-child::first-letter, a[href^="x"], li:nth-child(2n + 1) { MARGIN: 0 !important; color: #ff0000 }
    @media amzn-kf8 and (min-width: 30em) { .b { width: calc(100% - (2em * 3)); -webkit-hyphens: auto } }
    .c { font: italic bold 1.2em/1.5 "A", serif; content: "\\201C" }`;
  expect(filterSheet(sheet, () => '../fonts/0001.otf').split('\n')).toEqual([
    '@font-face { font-family: "A"; src: url(../fonts/0001.otf)format("opentype"),local(A) }',
    '@page :first { margin: 1em 2em }',
    'p.a>em,h1+p:first-child::first-letter,a[href^="x"],li:nth-child(2n+1) { MARGIN: 0 !important; color: #ff0000 }',
    '@media amzn-kf8 and (min-width:30em) {',
    '.b { width: calc(100% - (2em*3)); -webkit-hyphens: auto }',
    '}',
    '.c { font: italic bold 1.2em/1.5"A",serif; content: "“" }',
  ]);
});

test.each([
  ['an unknown property', 'behavior: x; color: red'],
  ['a binding', '-moz-binding: url(x#y); color: red'],
  [
    'a filter of old browsers',
    `filter: progid:DXImageTransform.Microsoft.AlphaImageLoader(src='x'); color: red`,
  ],
  ['an address', 'background: url(x); color: red'],
  ['a broken address', 'background: url(x y z); color: red'],
  ['an expression', 'width: expression(alert(1)); color: red'],
  ['an escaped function', String.raw`background: u\rl(x); color: red`],
  ['an escaped property', String.raw`b\65havior: x; color: red`],
  ['image-set()', `background: image-set('x' 1x); color: red`],
  ['-webkit-image-set()', `background: -webkit-image-set('x' 1x); color: red`],
  ['cross-fade()', `background: cross-fade('x', red); color: red`],
  ['image()', `background: image('x'); color: red`],
  ['element()', 'background: element(#x); color: red'],
  ['paint()', 'background: paint(x); color: red'],
  ['a function in a function', `width: calc(1px + url(x)); color: red`],
  ['a variable', '--x: url(x); background: var(--x, url(x)); color: red'],
  ['a rule that ends the attribute', 'background: url(x) } p { x: y; color: red'],
])('removes a declaration with %s', (_, css) => {
  expect(filterStyle(css)).toMatch(/^(?:color: red)?$/);
  expect(filterSheet(`p { ${css} }`)).toMatch(/^(?:p \{ color: red \})?$/);
});

test.each([
  ['@import', '@import "x"; p { color: red }'],
  ['an escaped @import', String.raw`@\69mport "x"; p { color: red }`],
  ['@import with a layer', '@import url(x) layer(y) supports(display: grid); p { color: red }'],
  ['@namespace', '@namespace url(x); p { color: red }'],
  ['@property', '@property --x { syntax: "<url>"; initial-value: url(x) } p { color: red }'],
  ['@document', '@-moz-document url(x) { p { color: blue } } p { color: red }'],
  ['an unknown rule', '@x y { p { color: blue } } p { color: red }'],
  ['a nested rule', 'p { color: red; & b { color: blue } }'],
  ['a rule without its end', 'p { color: red } b { color: "x'],
  ['a selector that cannot be read', 'p:is(url(x)) { color: blue } p { color: red }'],
])('keeps nothing of %s', (_, css) => {
  expect(filterSheet(css)).toMatch(/^p \{ color: red \}(?:\nb \{ color: "x" \})?$/);
});

test('a filtered sheet stays the same when it is filtered again', () => {
  const once = filterSheet(
    `p { content: "a\\"b\\A c}"; font-family: 'x;y' } a::after { content: '</style>' }`,
  );
  expect(filterSheet(once)).toBe(once);
});

/** The parts of a style sheet that a browser loads something for, whatever their escapes hide. */
function listLoaders(css: string): string[] {
  const found: string[] = [];
  tokenize(css, (type, start, end) => {
    const text = css.slice(start, end);
    const kind = tokenNames[type] ?? '';
    const isLoader =
      /^(?:bad-)?url-token$/.test(kind) || (kind === 'function-token' && !/^(?:calc|rgb)\($/i.test(text));
    const isRule = kind === 'at-keyword-token' && !/^@(?:media|page|font-face)$/.test(text);
    if (isLoader || isRule) found.push(text);
  });
  return found;
}

test('loads nothing from a sheet of random pieces', () => {
  const piece = fc.constantFrom(
    ...[
      'p',
      'url(',
      'u\\rl(',
      '\\75rl(',
      'url',
      ' ',
      '(',
      ')',
      '{',
      '}',
      '[',
      ']',
      ';',
      ':',
      ',',
      '"',
      "'",
      '\\',
      '\n',
    ],
    ...[
      '@import',
      '@\\69mport',
      '@media',
      '@font-face',
      '@page',
      '@namespace',
      'image-set(',
      'src(',
      'calc(',
      'rgb(',
      'u',
      'rl',
    ],
    ...[
      'color',
      'background',
      'content',
      'src',
      '--a',
      'var(--a)',
      '/*',
      '*/',
      '<!--',
      '-->',
      '!important',
      '#',
      '1',
      '\0',
      '\uFEFF',
    ],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const css = pieces.join('');
      for (const given of [css, `p { background: ${css}`, `p { color: red; ${css}`]) {
        const filtered = filterSheet(given);
        expect(listLoaders(filtered)).toEqual([]);
        // The space after an escape is a part of it, and one more follows.
        expect(filterSheet(filtered).replace(/\s/g, '')).toBe(filtered.replace(/\s/g, ''));
        expect(listLoaders(filterStyle(given))).toEqual([]);
      }
    }),
    { numRuns: 3_000 },
  );
});

test.each(['(', '[', '{', 'a{', '@media{', ':is(', 'calc(', '/*', '"', '@', '\\', 'url('])(
  'ends for many times %s',
  (part) => {
    const css = part.repeat(50_000);
    for (const text of [css, `p{width:${css}`, `p{color:red}${css}`]) {
      expect(filterSheet(text)).not.toContain('url(');
      filterStyle(text);
    }
  },
);

test('returns for unbalanced brackets after a text of opening brackets', () => {
  expect(filterSheet('('.repeat(1_000))).toBe('');
  expect(filterSheet('var(--a)){rl]/*')).toBe('');
});

test('drops a sheet of more than 1 MiB', () => {
  expect(filterSheet(`p{color:red}${' '.repeat(1024 * 1024)}`)).toBe('');
});
