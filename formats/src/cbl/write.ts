// A read list as ComicRack reads it. Escaped by hand: there are five attributes.
import type { CblEntry } from './parse.ts';

export interface CblBook extends CblEntry {
  /** Comment for people: what the book is called here. */
  title: string;
}

/** Signs that XML 1.0 does not have are left out. */
const toAttribute = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

export function writeCbl(name: string, books: readonly CblBook[]): string {
  const lines = books.map(({ series, number, volume, year }) => {
    const attributes = Object.entries({ Series: series, Number: number, Volume: volume, Year: year })
      .filter(([, value]) => value !== undefined)
      .map(([attribute, value]) => ` ${attribute}="${toAttribute(value ?? '')}"`);
    return `    <Book${attributes.join('')} />`;
  });
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<ReadingList xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
    `  <Name>${toAttribute(name)}</Name>`,
    `  <NumIssues>${books.length}</NumIssues>`,
    '  <Books>',
    ...lines,
    '  </Books>',
    '  <Matchers />',
    '</ReadingList>',
    '',
  ].join('\n');
}
