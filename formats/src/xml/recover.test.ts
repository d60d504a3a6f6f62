import { expect, test } from 'vitest';
import { FormatError } from '../error.ts';
import { defaultLimits } from '../limits.ts';
import type { XmlElement } from './tree.ts';
import { parseXml } from './tree.ts';

const onRepair = () => undefined;
const repair = (text: string, limits = defaultLimits) => parseXml(Buffer.from(text), limits, { onRepair });

/** Writes a tree in a short form: `a(b(text) c)`. */
const show = ({ name, children }: XmlElement): string =>
  children.length === 0
    ? name
    : `${name}(${children.map((child) => (typeof child === 'string' ? child : show(child))).join(' ')})`;

function reasonFor(text: string, limits = defaultLimits): string | undefined {
  try {
    repair(text, limits);
  } catch (error) {
    if (error instanceof FormatError) return error.reason;
    throw error;
  }
  return undefined;
}

test.each([
  ['an undeclared entity', '<a><b>&eacute;&unknown;</b></a>', 'a(b(é&unknown;))'],
  ['a "<" before a blank, a digit and a word', '<a><b>1 < 2 <3 x<y z</b><c/></a>', 'a(b(1 < 2 <3 x<y z) c)'],
  ['an attribute with "<"', '<a><b c="1 < 2"/><d/></a>', 'a(b d)'],
  ['an attribute without its second quote', '<a><b c="1>x</b><d/></a>', 'a(<b c="1>x d)'],
  ['an unclosed text element', '<a><b>1<c>2</c><d>3</d></a>', 'a(b(1) c(2) d(3))'],
  ['several unclosed text elements', '<a><b>1<c>2<d>3</a>', 'a(b(1) c(2) d(3))'],
  ['unclosed elements of one name', '<a><b x="1"><b x="2"><b x="3"></a>', 'a(b b b)'],
  ['an unclosed element with content', '<a><b><c/><b><c/></b></a>', 'a(b(c) b(c))'],
  ['a cut end', '<a><b><c>1</c><c>2</c><d', 'a(b(c(1) c(2) <d))'],
  ['an end tag without a start', '<a></x><b/></a>', 'a(b)'],
  ['end tags of other elements', '<a><b>1</c><c>2</b><d/></a>', 'a(b(1) c(2) d)'],
  ['content after the root', '<a>1</a>junk<b/>', 'a(1)'],
  ['an unclosed comment', '<a><!-- x <b>1</b></a>', 'a(<!-- x  b(1))'],
  ['markup in sections and comments', '<a><!-- <b> --><![CDATA[<c>]]><d></a>', 'a(<c> d)'],
])('repairs %s', (_, text, expected) => {
  expect(show(repair(text)).replaceAll(' )', ')')).toBe(expected);
});

test('keeps the limits and refuses entities of the document', () => {
  const limits = { ...defaultLimits, maxDocumentBytes: 1000, maxXmlDepth: 5, maxXmlElements: 50 };
  expect(reasonFor('<a><b><c><d><e>', limits)).toBe(undefined);
  expect(reasonFor('<a><b><c><d><e><f>', limits)).toBe('too_deep');
  expect(reasonFor(`<a>${'<b/>'.repeat(50)}`, limits)).toBe('too_large');
  expect(reasonFor(`<a>${' '.repeat(1000)}`, limits)).toBe('too_large');
  expect(reasonFor('<a></b><!DOCTYPE a [<!ENTITY x "y">]>&x;</a>')).toBe('doctype');
  expect(reasonFor('text')).toBe('malformed');
  expect(reasonFor('< <')).toBe('malformed');
});

test('takes linear time for any repeated part', () => {
  const parts = [
    '<',
    '<a ',
    '<a b="',
    `<a b='"' c="`,
    '</',
    '<!--',
    '<![CDATA[',
    '&',
    '&#',
    '<?',
    '<!',
    '"',
    '<a/',
    '<a>x',
    '<a></b>',
    '<a x=1></b>',
    '</b>',
  ];
  const time = (text: string): number => {
    const started = performance.now();
    reasonFor(text, { ...defaultLimits, maxXmlElements: 1e6 });
    return performance.now() - started;
  };
  for (const part of parts) expect(time(`<r>${part.repeat(100_000)}`)).toBeLessThan(4000);
});
