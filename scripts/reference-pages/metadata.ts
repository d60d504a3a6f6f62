// The tables of metadata fields: their values, their sources in files, and the files that they are written into.
import { bookConditionFields, seriesConditionFields } from '../../contract/src/conditions/fields.ts';
import {
  bookMetadataFields,
  type MetadataField,
  type MetadataKind,
  seriesMetadataFields,
} from '../../contract/src/libraries/metadata-fields.ts';
import { comicInfoFieldNames } from '../../formats/src/comic-info/edit.ts';
import { opfFieldNames } from '../../formats/src/opf/edit.ts';
import { pdfFieldNames } from '../../formats/src/pdf/edit-fields.ts';
import { seriesJsonFields } from '../../formats/src/series-json/edit.ts';
import type { Blocks } from './blocks.ts';
import { readSources, type Sources } from './metadata-samples.ts';
import { toCode, toCodes, toTable } from './table.ts';

const kinds: Record<MetadataKind, string> = {
  name: 'text, required',
  title: 'text',
  line: 'text',
  word: 'short text',
  text: 'text of several lines',
  words: 'list of texts',
  isbns: 'list of ISBNs',
  people: 'list of people with roles',
  links: 'list of links',
  ids: 'list of external ids',
  ratings: 'list of ratings',
  titles: 'list of titles with labels',
  number: 'number',
  int32: 'whole number',
  count: 'whole number from 1',
  year: 'year',
  age: 'age in years',
  flag: 'yes or no',
  date: 'date, also year or month',
  language: 'language tag (BCP 47)',
  bookType: 'book type',
  status: 'publication status',
  direction: 'reading direction',
  json: 'JSON object',
};

/** Fields that files name differently. */
const namesInFiles: Readonly<Record<string, string>> = { externalIds: 'identifiers' };
const inFiles = (field: string): string => namesInFiles[field] ?? field;

const listSources = (sources: Sources, target: 'book' | 'series', field: string): string =>
  toCodes(sources.filter(({ found }) => found[target].includes(inFiles(field))).map(({ name }) => name));

function toFields(
  fields: Readonly<Record<string, MetadataField>>,
  filters: readonly string[],
  listFiles: (field: string) => readonly string[],
): string {
  const rows = Object.entries(fields).map(([name, { kind, term }]) => {
    const filter = [term, name].find((field) => field !== undefined && filters.includes(field));
    return [toCode(name), kinds[kind], toCode(filter ?? ''), listFiles(name).join(', ')];
  });
  return toTable(['Field', 'Value', 'Filter', 'Written into'], rows);
}

const filesOfBook = (field: string): string[] => {
  const files: [names: readonly string[], file: string][] = [
    [comicInfoFieldNames, 'ComicInfo'],
    [opfFieldNames, 'OPF'],
    [pdfFieldNames, 'PDF'],
  ];
  return files.filter(([names]) => names.includes(inFiles(field))).map(([, file]) => file);
};

export function metadataBlocks(): Blocks {
  const sources = readSources();
  const books = Object.keys(bookMetadataFields).map((field) => [
    toCode(field),
    listSources(sources.comicInfo, 'book', field),
    listSources(sources.metronInfo, 'book', field),
    listSources(sources.comicBookInfo, 'book', field),
    listSources(sources.opf, 'book', field),
    listSources(sources.pdf, 'book', field),
  ]);
  const series = Object.keys(seriesMetadataFields).map((field) => [
    toCode(field),
    listSources(sources.seriesJson, 'series', field),
    listSources(sources.comicInfo, 'series', field),
    listSources(sources.metronInfo, 'series', field),
    listSources(sources.comicBookInfo, 'series', field),
  ]);
  const inSeriesJson: readonly string[] = seriesJsonFields;
  const hasSource = ([, ...cells]: readonly string[]) => cells.some((cell) => cell !== '');
  return {
    'book-fields': toFields(bookMetadataFields, Object.keys(bookConditionFields), filesOfBook),
    'book-sources': toTable(
      ['Field', 'ComicInfo.xml', 'MetronInfo.xml', 'ComicBookInfo', 'OPF', 'PDF'],
      books.filter(hasSource),
    ),
    'series-fields': toFields(seriesMetadataFields, Object.keys(seriesConditionFields), (field) =>
      inSeriesJson.includes(inFiles(field)) ? ['series.json'] : [],
    ),
    'series-sources': toTable(
      ['Field', 'series.json', 'ComicInfo.xml', 'MetronInfo.xml', 'ComicBookInfo'],
      series.filter(hasSource),
    ),
  };
}
