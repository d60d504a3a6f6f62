import { expect, test } from 'vitest';
import { isGenericPdfTitle } from './generic-title.ts';

test('detects titles of programs as generic, but not titles of books', () => {
  for (const title of [
    'untitled',
    'Untitled-1',
    'Document1',
    'Microsoft Word - Thesis final.doc',
    'Microsoft PowerPoint - Talk',
    'Print',
    'PowerPoint Presentation',
    'cover.indd',
    'book_final.pdf',
    '0001',
    '2020-03-01',
    'Scan_0003',
    'CamScanner 03-01-2020',
    'Slide 1',
    'file:///C|/x',
    'http://example.org/',
    ' title ',
    'Layout 1',
  ]) {
    expect(isGenericPdfTitle(title), title).toBe(true);
  }
  for (const title of [
    'Moby-Dick',
    '1984: A Novel',
    '1984',
    'The Untitled Book',
    'Word Games',
    'Print is dead',
    'Book of Sand',
    'Page Blanche #01',
    'Silly File',
    'Excel',
    'Slide Rules and How to Use Them',
    'Dr. No',
    'Powerpoint for Poets',
  ]) {
    expect(isGenericPdfTitle(title), title).toBe(false);
  }
});
