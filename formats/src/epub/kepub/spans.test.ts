import { expect, test } from 'vitest';
import { fc } from '../../../../server/test/harness/property.ts';
import { splitSentences } from './sentences.ts';
import { addSpans } from './spans.ts';

test.each<[string, string[]]>([
  ['One. Two! “Three?” Four', ['One. ', 'Two! ', '“Three?” ', 'Four']],
  ['He said &quot;no.&quot; Then &amp; now… and', ['He said &quot;no.&quot; ', 'Then &amp; now… ', 'and']],
  [
    '吾輩は猫である。名前はまだ無い。「どこで？」と',
    ['吾輩は猫である。', '名前はまだ無い。', '「どこで？」', 'と'],
  ],
  ['Version 1.5 is out', ['Version 1.5 is out']],
  ['', []],
])('splits the sentences of %s', (text, parts) => {
  expect(splitSentences(text)).toEqual(parts);
});

test('keeps every character of a text, in linear time', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', '.', '!', '。', '”', '&quot;', '&', ' ', '\n'),
    maxLength: 60,
  });
  fc.assert(
    fc.property(text, (given) => splitSentences(given).join('') === given),
    { numRuns: 1_000 },
  );
  expect(splitSentences('!'.repeat(1_000_000))).toHaveLength(1);
  expect(splitSentences('a. '.repeat(300_000))).toHaveLength(300_000);
});

const wrap = (body: string) => `<html><head><title>T. U.</title></head><body class="x">${body}</body></html>`;
const bodyOf = (body: string) =>
  /<div id="book-inner">(.*)<\/div><\/div><\/body>/s
    .exec(addSpans(wrap(body)) ?? '')?.[1]
    ?.replaceAll(/<span class="koboSpan" id="kobo\.([\d.]+)">/g, '[$1|')
    .replaceAll('</span>', ']');

test.each<[string, string, string]>([
  [
    'sentences of paragraphs',
    '<p>One. Two.</p>\n<p>Three</p>',
    '<p>[1.1|One. ][1.2|Two.]</p>\n<p>[2.1|Three]</p>',
  ],
  ['elements within a sentence', '<p>A <i>B. C</i> d</p>', '<p>[1.1|A ]<i>[1.2|B. ][1.3|C]</i> [1.4|d]</p>'],
  [
    'pictures',
    '<p>A<img src="a"/><img src="b"></img></p>',
    '<p>[1.1|A][2.1|<img src="a"/>][3.1|<img src="b"></img>]</p>',
  ],
  [
    'nothing outside running text',
    '<pre>a. b</pre><svg><text>a</text></svg><p><ruby>漢<rt>かん</rt></ruby><![CDATA[a. b]]></p>',
    '<pre>a. b</pre><svg><text>a</text></svg><p><ruby>[1.1|漢]<rt>かん</rt></ruby><![CDATA[a. b]]></p>',
  ],
  ['text behind blocks', '<div>A<p>B</p>C</div>', '<div>[1.1|A]<p>[2.1|B]</p>[3.1|C]</div>'],
  [
    'character references unchanged',
    '<p>A &amp; B &lt;c&gt; &#8212;</p>',
    '<p>[1.1|A &amp; B &lt;c&gt; &#8212;]</p>',
  ],
])('wraps %s', (_, body, marked) => {
  expect(bodyOf(body)).toBe(marked);
});

test.each([
  ['a document with spans', wrap('<p><span class="koboSpan" id="kobo.1.1">A</span></p>')],
  ['no body', '<svg><text>a</text></svg>'],
  ['a body that is not closed', '<html><body><p>A'],
  ['an empty body', '<html><body/></html>'],
])('leaves %s unchanged', (_, document) => {
  expect(addSpans(document)).toBeUndefined();
});

const piece = fc.constantFrom(
  ...[
    '<p>',
    '</p>',
    '<i>',
    '</i>',
    '<img src="a>b"/>',
    '<img>',
    '<br/>',
    '<script>',
    '</script>',
    '<!-- a. b -->',
  ],
  ...[
    'One. Two',
    ' ',
    '&amp;',
    '<',
    '>',
    '<![CDATA[',
    ']]>',
    '<pre>',
    '</pre>',
    '</body>',
    '<body>',
    '<?a b?>',
    '"',
  ],
);

test('only adds markup to any document', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const document = wrap(pieces.join(''));
      const marked = addSpans(document);
      if (marked === undefined) return;
      const bare = marked
        .replaceAll(/<span class="koboSpan" id="kobo\.[\d.]+">|<\/span>/g, '')
        .replace('<div id="book-columns"><div id="book-inner">', '')
        .replace('</div></div></body>', '</body>')
        .replace(/<style type="text\/css">div#book-inner.*?<\/style>/, '');
      expect(bare).toBe(document);
      const ids = [...marked.matchAll(/id="kobo\.([\d.]+)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
    }),
    { numRuns: 2_000 },
  );
});
