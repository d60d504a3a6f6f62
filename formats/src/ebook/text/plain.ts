// Converts plain text to documents: paragraphs between blank lines (or one per line), and chapters at lines that look like
// headings.

import { damaged, ebookLimits } from '../limits.ts';
import { Builder } from '../markup/builder.ts';
import { toPartNumber } from '../part-number.ts';
import type { EbookDocument, EbookTocEntry } from '../types.ts';

const folder = 'text/';
/** A document without headings continues in a new document after this number of characters. */
const fullLength = 50_000;
const maxHeadingLength = 80;

/** Chapter 1, Kapitel II, Chapitre 3, Глава 4, 第五章, PART ONE, Prologue, … alone on a line. */
const numbered =
  /^(?:chapter|kapitel|chapitre|cap[ií]tulo|capitolo|hoofdstuk|rozdzia[łl]|глава|часть|part|book|teil|partie) (?:[\divxlc]{1,8}|[\p{L}-]{1,20})(?:[.:—–-].{0,60})?$/iu;
const named = /^(?:prologue?|epilogue?|prolog|epilog|пролог|эпилог|序章|終章)[.:]?$/iu;
const eastern = /^第 ?[〇一二三四五六七八九十百千零\d０-９]{1,7} ?[章回話话部卷節节].{0,40}$/u;

function isHeading(paragraph: string): boolean {
  if (paragraph.length > maxHeadingLength) return false;
  const line = paragraph.replace(/\s+/g, ' ');
  return numbered.test(line) || named.test(line) || eastern.test(line);
}

export interface PlainParts {
  documents: EbookDocument[];
  toc: EbookTocEntry[];
}

export function readPlainText(text: string, styles: readonly string[]): PlainParts {
  const paragraphs = toParagraphs(text);
  if (paragraphs.length === 0) throw damaged('The file has no text');
  const documents: EbookDocument[] = [];
  const toc: EbookTocEntry[] = [];
  let builder = new Builder();
  let title: string | undefined;
  const end = () => {
    if (builder.hasContent)
      documents.push({ name: nameOf(documents.length), title, body: builder.finish(), styles });
    builder = new Builder();
    title = undefined;
  };
  for (const paragraph of paragraphs) {
    const begins = isHeading(paragraph);
    const hasRoom = documents.length < ebookLimits.maxDocuments - 1;
    if (hasRoom && (begins || builder.length > fullLength)) end();
    if (begins && hasRoom) {
      title = paragraph;
      toc.push({ title, href: nameOf(documents.length), children: [] });
    }
    builder.open(begins ? 'h2' : 'p');
    builder.text(paragraph);
    builder.close();
  }
  end();
  return { documents, toc };
}

const nameOf = (index: number): string => `${folder}${toPartNumber(index + 1)}.xhtml`;

/**
 * Joins the lines up to a blank line. Without blank lines, every line is a paragraph. An indented line begins a paragraph,
 * too.
 */
function toParagraphs(text: string): string[] {
  const lines = text.replace(/\r\n?|\u2028|\u2029|\f/g, '\n').split('\n');
  const blank = lines.filter((line) => line.trim() === '').length;
  const isWrapped = blank > 0 && blank * 20 > lines.length;
  if (!isWrapped) return lines.map((line) => line.trim()).filter((line) => line !== '');
  const paragraphs: string[] = [];
  let current: string[] = [];
  const end = () => {
    if (current.length > 0) paragraphs.push(current.join(' '));
    current = [];
  };
  for (const line of lines) {
    const words = line.trim();
    if (words === '' || /^(?: {2,}|\t|\u3000)/.test(line)) end();
    if (words !== '') current.push(words);
  }
  end();
  return paragraphs;
}
