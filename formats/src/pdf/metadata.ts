// Reads book metadata of a PDF from its information dictionary and its XMP packet.
import { splitPeople } from '../values/people.ts';
import { parsePdfDate } from './date.ts';
import type { PdfInfo } from './document.ts';
import { isGenericPdfTitle } from './generic-title.ts';
import { findIsbn } from './isbn.ts';
import { toCleanText } from './text.ts';
import type { XmpProperties, XmpValue } from './xmp.ts';

export interface PdfMetadata {
  /** Raw title. It may be generic, see `isGenericPdfTitle`. */
  title: string | undefined;
  authors: string[];
  subject: string | undefined;
  keywords: string[];
  /** Raw value, usually a BCP 47 tag. */
  language: string | undefined;
  publisher: string | undefined;
  /** Publication date in ISO 8601 with the given precision. `createdAt` is the date of the file. */
  date: string | undefined;
  /** ISBN-10 and ISBN-13 with valid check digits and without hyphens. */
  isbns: string[];
  series: string | undefined;
  seriesPosition: number | undefined;
  /** Program that wrote the source. `producer` is the program that wrote the PDF. */
  creator: string | undefined;
  producer: string | undefined;
  /** Creation time of the file in ISO 8601. `modifiedAt` is the time of the last change. */
  createdAt: string | undefined;
  modifiedAt: string | undefined;
}

const DC = 'http://purl.org/dc/elements/1.1/';
const PDF = 'http://ns.adobe.com/pdf/1.3/';
const PDFX = 'http://ns.adobe.com/pdfx/1.3/';
const XMP = 'http://ns.adobe.com/xap/1.0/';
const PRISM = ['http://prismstandard.org/namespaces/basic/', 'http://prismstandard.org/namespaces/prism/'];
const CALIBRE = 'http://calibre-ebook.com/xmp-namespace';

const MAX_LIST = 200;

/**
 * Merges both sources. XMP has precedence (PDF 2.0 deprecates the dictionary), but a real title wins over a generic one.
 * @param xmp result of `parseXmp` for `PdfDocument.xmp()`, empty without a packet
 */
export function toPdfMetadata(info: Partial<PdfInfo>, xmp: XmpProperties): PdfMetadata {
  const first = (key: string) => firstText(xmp.get(key));
  const subject = first(`${DC}description`) ?? info.subject;
  const keywords = toKeywords(xmp, info);
  return {
    title: chooseTitle(first(`${DC}title`), info.title),
    authors: toAuthors(xmp.get(`${DC}creator`), info.author),
    subject,
    keywords,
    language: first(`${DC}language`),
    publisher: first(`${DC}publisher`),
    date: toIsoDate(first(`${DC}date`) ?? firstPrism(xmp, ['publicationDate', 'coverDate'])),
    isbns: toIsbns(xmp, [subject, ...keywords]),
    ...toSeries(xmp),
    creator: first(`${XMP}CreatorTool`) ?? info.creator,
    producer: first(`${PDF}Producer`) ?? info.producer,
    createdAt: toIsoDate(first(`${XMP}CreateDate`) ?? info.creationDate),
    modifiedAt: toIsoDate(first(`${XMP}ModifyDate`) ?? info.modificationDate),
  };
}

/** Returns the default alternative, otherwise the first value. */
function firstText(values: readonly XmpValue[] | undefined): string | undefined {
  const value = values?.find(({ language }) => language === 'x-default') ?? values?.[0];
  const text = value && toCleanText(value.text);
  return text === '' ? undefined : text;
}

function firstPrism(xmp: XmpProperties, names: string[]): string | undefined {
  for (const [key, values] of xmp) {
    const isWanted =
      PRISM.some((prefix) => key.startsWith(prefix)) && names.some((name) => key.endsWith(`/${name}`));
    if (isWanted) return firstText(values);
  }
  return undefined;
}

function chooseTitle(xmpTitle: string | undefined, infoTitle: string | undefined): string | undefined {
  const titles = [xmpTitle, infoTitle].filter((title) => title !== undefined);
  return titles.find((title) => !isGenericPdfTitle(title)) ?? titles[0];
}

/** XMP has a list of authors, the dictionary has one text. Some writers put one text into XMP, too. */
function toAuthors(values: readonly XmpValue[] | undefined, author: string | undefined): string[] {
  const texts = values === undefined ? [author ?? ''] : values.map(({ text }) => text);
  return toUnique(texts.length === 1 ? splitPeople(texts[0] ?? '', { hasLists: true }) : texts);
}

function toKeywords(xmp: XmpProperties, info: Partial<PdfInfo>): string[] {
  const subjects = (xmp.get(`${DC}subject`) ?? []).map(({ text }) => text);
  const line = firstText(xmp.get(`${PDF}Keywords`)) ?? info.keywords ?? '';
  return toUnique([...subjects, ...line.split(line.includes(';') ? ';' : ',')]);
}

function toUnique(texts: string[]): string[] {
  const clean = texts.slice(0, 10 * MAX_LIST).map(toCleanText);
  return [...new Set(clean)].filter((text) => text !== '').slice(0, MAX_LIST);
}

/** calibre writes a structure of name and position, other programs two properties. PRISM has a publication and its issue. */
function toSeries(xmp: XmpProperties): { series: string | undefined; seriesPosition: number | undefined } {
  const calibre = xmp.get(`${CALIBRE}series`);
  const series = firstText(calibre?.filter(({ field }) => field !== 'series_index'));
  const within = calibre?.find(({ field }) => field === 'series_index')?.text;
  const index = within ?? firstText(xmp.get(`${CALIBRE}series_index`));
  const issue = firstPrism(xmp, ['number', 'issueIdentifier']);
  if (series !== undefined) return { series, seriesPosition: toPosition(index) };
  return { series: firstPrism(xmp, ['publicationName']), seriesPosition: toPosition(issue) };
}

function toPosition(text: string | undefined): number | undefined {
  const isNumber = text !== undefined && /^\d{1,6}(\.\d{1,4})?$/.test(text.trim());
  return isNumber ? Number(text) : undefined;
}

/** XMP dates are in ISO 8601, but some writers use PDF dates. */
function toIsoDate(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const isIso = /^\d{4}(-\d{2}(-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[-+]\d{2}:\d{2})?)?)?)?$/.test(
    text,
  );
  return isIso ? text : parsePdfDate(text);
}

/** Reads identifiers, and subject and keywords. The latter need the word "ISBN", because other numbers may look the same. */
function toIsbns(xmp: XmpProperties, texts: (string | undefined)[]): string[] {
  const identifiers = [`${DC}identifier`, `${XMP}Identifier`, `${PDFX}isbn`, `${PDFX}ISBN`];
  const values = identifiers.flatMap((key) => (xmp.get(key) ?? []).map(({ text }) => text));
  const prism = firstPrism(xmp, ['isbn', 'eIsbn']) ?? '';
  const named = texts.flatMap((text) => (text ?? '').split(/isbn(?:-1[03])?/i).slice(1, 10));
  return toUnique([...values, prism, ...named].map((text) => findIsbn(text) ?? ''));
}
