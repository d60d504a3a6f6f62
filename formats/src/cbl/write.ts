// Writes a read list for ComicRack.
import { escapeXml, toTag } from '../xml/escape.ts';
import type { CblEntry } from './parse.ts';

export function writeCbl(name: string, books: readonly CblEntry[]): string {
  const lines = books.map(
    ({ series, number, volume, year }) =>
      `    ${toTag('Book', { Series: series, Number: number, Volume: volume, Year: year })}`,
  );
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<ReadingList xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
    `  <Name>${escapeXml(name)}</Name>`,
    `  <NumIssues>${books.length}</NumIssues>`,
    '  <Books>',
    ...lines,
    '  </Books>',
    '  <Matchers />',
    '</ReadingList>',
    '',
  ].join('\n');
}
