import { expect, test } from 'vitest';
import { defaultLimits } from '../limits.ts';
import { parseXmp } from './xmp.ts';

const DC = 'http://purl.org/dc/elements/1.1/';

const packet = (body: string) =>
  Buffer.from(`<?xpacket begin="\ufeff" id="x"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="${DC}" xmlns:p="p:" p:kind="attribute">${body}</rdf:Description>
</rdf:RDF></x:xmpmeta>`);

const textsOf = (body: string, key: string) =>
  parseXmp(packet(body))
    .get(key)
    ?.map(({ text }) => text);

test('reads simple values, attributes, lists and alternatives', () => {
  const body = `<p:plain> a &amp; b </p:plain><dc:creator><rdf:Seq><rdf:li>One</rdf:li><rdf:li>Two</rdf:li></rdf:Seq></dc:creator>
    <dc:title><rdf:Alt><rdf:li xml:lang="de">Haus</rdf:li><rdf:li xml:lang="x-default">House</rdf:li></rdf:Alt></dc:title>`;
  expect(textsOf(body, 'p:plain')).toEqual(['a & b']);
  expect(textsOf(body, 'p:kind')).toEqual(['attribute']);
  expect(textsOf(body, `${DC}creator`)).toEqual(['One', 'Two']);
  expect(parseXmp(packet(body)).get(`${DC}title`)).toEqual([
    { text: 'Haus', field: 'li', language: 'de', item: 0 },
    { text: 'House', field: 'li', language: 'x-default', item: 1 },
  ]);
});

test('keeps the fields of structures and the index of their item', () => {
  const body = `<p:ids><rdf:Bag><rdf:li rdf:parseType="Resource"><p:scheme>isbn</p:scheme><rdf:value>1</rdf:value></rdf:li>
    <rdf:li><rdf:Description p:scheme="doi" rdf:value="2"/></rdf:li></rdf:Bag></p:ids><p:after>x</p:after>`;
  const values = parseXmp(packet(body)).get('p:ids');
  expect(values?.map(({ field, text, item }) => `${item} ${field} ${text}`)).toEqual([
    '0 scheme isbn',
    '0 value 1',
    '1 scheme doi',
    '1 value 2',
  ]);
  expect(textsOf(body, 'p:after')).toEqual(['x']);
});

test('returns the values before the end of a truncated packet', () => {
  const whole = packet('<p:one>1</p:one><p:two>2</p:two>').toString();
  const cut = Buffer.from(whole.slice(0, whole.indexOf('2</p:two>')));
  expect([...parseXmp(cut).keys()]).toEqual(['p:kind', 'p:one']);
  const crossed = Buffer.from(whole.replace('<p:two>2</p:two>', '<p:two>&undefined;2</p:three>'));
  expect(parseXmp(crossed).get('p:one')).toHaveLength(1);
  expect(parseXmp(crossed).get('p:two')).toBeUndefined();
});

test('ignores a packet with a document type, so that entities are never expanded', () => {
  const bomb = Buffer.concat([
    Buffer.from('<!DOCTYPE x [<!ENTITY a "aaaa">]>'),
    packet('<p:one>&a;</p:one>'),
  ]);
  expect(parseXmp(bomb).size).toBe(0);
});

test('limits depth, number and length of values', () => {
  const deep = '<p:x>'.repeat(100_000);
  expect(parseXmp(packet(`<p:one>1</p:one>${deep}`)).get('p:one')).toHaveLength(1);
  expect(
    textsOf(`<p:many><rdf:Bag>${'<rdf:li>x</rdf:li>'.repeat(5000)}</rdf:Bag></p:many>`, 'p:many')?.length,
  ).toBeLessThanOrEqual(2000);
  const limits = { ...defaultLimits, maxTextLength: 10 };
  expect(
    parseXmp(packet(`<p:long>${'x'.repeat(50_000)}</p:long>`), limits).get('p:long')?.[0]?.text,
  ).toHaveLength(10);
  expect(parseXmp(Buffer.from([0xff, 0xfe, 0, 0])).size).toBe(0);
  expect(parseXmp(Buffer.alloc(0)).size).toBe(0);
});
