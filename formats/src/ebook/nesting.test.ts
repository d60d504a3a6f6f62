// Text formats with markup refuse text that is nested too deeply, or flatten it, before it takes much time.
import { expect, test } from 'vitest';
import { findRefusal, makeEpubOf } from '../../../server/test/made-epub.ts';
import { makeFictionBook } from '../../../server/test/makers/texts/fb2.ts';
import { makeKf8, makeMobi } from '../../../server/test/makers/texts/mobi.ts';
import { makeZip } from '../../../server/test/makers/zip.ts';

const makers: Readonly<Record<string, (body: string) => readonly [bytes: Uint8Array, name: string]>> = {
  html: (body) => [makeZip([{ name: 'index.html', content: `<body>${body}</body>` }]), 'a.htmlz'],
  fb2: (body) => [makeFictionBook({ body: `<section>${body}</section>` }), 'a.fb2'],
  mobi: (body) => [makeMobi(`<html><body>${body}`, { compression: 'none' }), 'a.mobi'],
  kf8: (body) => [
    makeKf8({ compression: 'none', parts: [{ before: '<body>', fragments: [body], after: '</body>' }] }),
    'a.azw3',
  ],
  md: (body) => [Buffer.from(body), 'a.md'],
};
const nest = (depth: number, open: string, close: string) =>
  `${open.repeat(depth)}deepest${close.repeat(depth)}`;

test.each(Object.entries(makers))('%s: flattens 400 nested elements, and refuses 5,000', async (_, make) => {
  for (const [open, close, depth] of [
    ['<cite>', '</cite>', 400],
    ['<table><tr><td>', '</td></tr></table>', 150],
    ['<b>', '</b>', 400],
  ] as const) {
    const flat = await makeEpubOf(...make(nest(depth, open, close)));
    expect(Object.values(flat.files).join()).toContain('deepest');
    expect(await findRefusal(...make(nest(5_000, open, close)))).toBe('parser too_deep');
  }
});

test.each(Object.entries(makers))(
  '%s: reads 300,000 elements within 900 others in seconds',
  async (_, make) => {
    const many = '<empty-line/></x>'.repeat(300_000);
    const made = await makeEpubOf(...make(nest(900, '<b>', '</b>').replace('deepest', `deepest${many}`)));
    expect(Object.values(made.files).join()).toContain('deepest');
  },
  10_000,
);
