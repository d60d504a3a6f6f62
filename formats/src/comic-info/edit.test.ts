import { expect, test } from 'vitest';
import { faultOf } from '../../../server/test/faults.ts';
import { fc } from '../../../server/test/harness/property.ts';
import { defaultLimits as limits } from '../limits.ts';
import type { EmbeddedMetadata } from '../metadata.ts';
import { type ComicInfoField, editComicInfo } from './edit.ts';
import { toEmbeddedMetadata } from './embedded.ts';
import { parseComicInfo } from './parse.ts';

const edit = (
  text: string | undefined,
  fields: ComicInfoField[],
  metadata: Omit<EmbeddedMetadata, 'source'>,
) =>
  editComicInfo(
    text === undefined ? undefined : Buffer.from(text),
    { metadata: { source: 'comic_info', ...metadata }, fields },
    limits,
  );

const known = [
  '<?xml version="1.0"?>',
  '<ComicInfo xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
  '  <title>Old</title>',
  '  <Series>Saga</Series>',
  '  <Writer>A</Writer>',
  '  <Mine a="1">kept &amp; all</Mine>',
  '  <!-- a note -->',
  '  <PageCount>3</PageCount>',
  '  <Pages><Page Image="0" Type="FrontCover"/></Pages>',
  '</ComicInfo>',
  '',
].join('\n');

test('replaces fields in schema order and keeps everything else', () => {
  expect(edit(known, ['title', 'summary', 'isbns'], { title: 'New <1>', summary: 'S', isbns: ['9'] })).toBe(
    known
      .replace('  <title>Old</title>\n', '  <Title>New &#60;1&#62;</Title>\n')
      .replace('</Series>\n', '</Series>\n  <Summary>S</Summary>\n')
      .replace('</Pages>\n', '</Pages>\n  <GTIN>9</GTIN>\n'),
  );
});

test('removes a field without a value together with its line', () => {
  expect(edit(known, ['authors'], {})).toBe(known.replace('  <Writer>A</Writer>\n', ''));
});

test('leaves the document unchanged if there is nothing to write, also with CR LF and a byte order mark', () => {
  const windows = `\ufeff${known.replaceAll('\n', '\r\n')}`;
  expect(edit(windows, [], { title: 'x' })).toBe(windows);
  expect(edit(windows, ['publisher'], { publisher: 'P' })).toBe(
    windows.replace('</Writer>\r\n', '</Writer>\r\n  <Publisher>P</Publisher>\r\n'),
  );
});

test('creates a document if it is missing or empty', () => {
  for (const nothing of [undefined, ' \n', '<ComicInfo/>'])
    expect(edit(nothing, ['series'], { series: 'Saga', title: 'not asked for' })).toContain(
      'instance">\n  <Series>Saga</Series>\n</ComicInfo>',
    );
});

test('converts UTF-16 to UTF-8', () => {
  const text = '<?xml version="1.0" encoding="utf-16"?><ComicInfo><Title>é</Title><X>話</X></ComicInfo>';
  const made = editComicInfo(
    Buffer.from(`\ufeff${text}`, 'utf16le'),
    { metadata: { source: 'comic_info', title: 'ü' }, fields: ['title'] },
    limits,
  );
  expect(made).toContain('encoding="utf-8"');
  expect(made).toContain('<X>話</X>');
  expect(parseComicInfo(Buffer.from(made), limits)?.title).toBe('ü');
});

test.each([
  ['<ComicInfo><Title>', 'metadata malformed'],
  ['<Other/>', 'metadata malformed'],
  ['<!DOCTYPE x [<!ENTITY a "b">]><ComicInfo>&a;</ComicInfo>', 'metadata doctype'],
])('refuses %s', (text, fault) => {
  expect(faultOf(() => edit(text, ['title'], { title: 'x' }))).toBe(fault);
});

const word = fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }).map((text) => `a${text}z`);

test('reads back written fields from any document', () => {
  fc.assert(
    fc.property(word, word, word, (old, title, other) => {
      const first = edit(undefined, ['title', 'publisher'], { title: old, publisher: other });
      const read = parseComicInfo(Buffer.from(edit(first, ['title'], { title })), limits);
      const expected = parseComicInfo(
        Buffer.from(edit(undefined, ['title', 'publisher'], { title, publisher: other })),
        limits,
      );
      expect(read && toEmbeddedMetadata(read)).toEqual(expected && toEmbeddedMetadata(expected));
    }),
  );
});
