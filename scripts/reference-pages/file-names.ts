// The tables of file formats, of parsed names and of naming patterns, by the code that reads and writes names.
import {
  defaultNamingPattern,
  type NamingValues,
  namingFields,
  toNamedPath,
} from '../../contract/src/ingest/naming-pattern.ts';
import { defaultFormats, fileFormats, formats } from '../../contract/src/values.ts';
import { parseFileName, parseFolderName } from '../../formats/src/file-name/parse-name.ts';
import type { ParsedName } from '../../formats/src/file-name/parsed-name.ts';
import type { Blocks } from './blocks.ts';
import { toCode, toCodes, toTable, toYes } from './table.ts';

const fileNames = [
  'Saga 001.cbz',
  'Saga #12 (of 54).cbz',
  'Saga v01 (2012) (Digital) (Zone-Empire).cbz',
  'Batman (2016) 005 (2016) (Webrip) (The Last Kryptonian-DCP).cbr',
  'One Piece v001-003.cbz',
  'Berserk c012.5.cbz',
  'Vinland Saga Vol. 3 Ch. 21.cbz',
  '[Group] Yotsuba to v02 c010 [en].cbz',
  'ONE PIECE 第01巻.zip',
  'Asterix Tome 3 - Asterix et les Goths.cbz',
  'Amazing Spider-Man Annual 1 (1964).cbz',
  'Black Hole TPB (2005).cbz',
  '2000AD 1234.cbz',
  '100 Bullets.cbz',
  'Jane Austen - Northanger Abbey.epub',
  'Isaac Asimov - Foundation 02 - Foundation and Empire.epub',
  'Dune Part 2.epub',
  'Kaiju No. 8 v03.cbz',
  'Kaiju No. 8 036 (2021).cbz',
  'Hulk Vol 2 - 103.cbz',
  'Gosu - S2 - Chapter 12.cbz',
  'one-piece-1050.cbz',
  'Batman 048 52p ctc (08-1948).cbr',
  'L’Uomo Ragno 219 (Corno 1978-09-18).cbr',
  'Largo Winch - Tomes 01 à 03.cbz',
  'Манга 1 том 25 глава.cbz',
  'วันพีซ เล่ม 5 ตอนที่ 40.cbz',
  '죽음 13회.zip',
  '寄生獣 上巻.cbz',
  'Dylan Dog n. 412 - Il gioco.cbz',
  '001 - Amazing Spider-Man #252.cbz',
  'Berserk (Deluxe Edition) v01.cbz',
  'Classroom of the Elite v04.5.epub',
  'The Economist - 3rd May 2025.pdf',
  'Der Spiegel 23-2024.pdf',
  'The Hobbit (1937).pdf',
  'Design Patterns, 2nd Edition [9780306406157].pdf',
];

const folderNames = [
  'Saga (2012)',
  'Saga v01',
  'Tome 3 - Le retour',
  '100 Bullets',
  'Season 1',
  'Kaiju No. 8',
  'Dr.STONE',
  'Overlord (Light Novel)',
];

const toRange = (first: number | string | undefined, last: number | undefined): string =>
  [first, last].filter((value) => value !== undefined).join('–');

function describe(parsed: ParsedName): string[] {
  const {
    series,
    title,
    volume,
    volumeEnd,
    chapter,
    chapterEnd,
    number,
    numberEnd,
    year,
    authors = [],
  } = parsed;
  const others = [
    ...(parsed.count === undefined ? [] : [`${parsed.count} in total`]),
    ...(parsed.seriesYear === undefined ? [] : [`series of ${parsed.seriesYear}`]),
    ...(parsed.format === undefined ? [] : [`format ${parsed.format}`]),
    ...(parsed.language === undefined ? [] : [`language ${parsed.language}`]),
    ...(parsed.edition === undefined ? [] : [parsed.edition]),
    ...(parsed.isbn === undefined ? [] : [`ISBN ${parsed.isbn}`]),
    ...authors.map((name) => `author ${name}`),
    ...parsed.tags.map((tag) => `tag ${tag}`),
    ...parsed.groups.map((group) => `group ${group}`),
  ];
  return [
    series ?? '',
    toRange(volume, volumeEnd),
    toRange(chapter, chapterEnd),
    toRange(number?.text, numberEnd),
    title ?? '',
    year === undefined ? '' : String(year),
    others.join(', '),
  ];
}

const head = ['Series', 'Volume', 'Chapter', 'Number', 'Title', 'Year', 'Other values'];

const patternExamples: readonly NamingValues[] = [
  { series: 'Saga', number: '5' },
  { series: 'Saga', volume: '1', title: 'Volume One', year: '2012' },
  { series: 'Berserk', volume: '3', chapter: '12.5', title: 'The Golden Age: Part 2' },
];

export function fileNameBlocks(): Blocks {
  return {
    formats: toTable(
      ['Format', 'Extensions', 'Read as', 'On by default', 'Media type of downloads'],
      fileFormats.map((format) => [
        toCode(format),
        toCodes(formats[format].extensions.map((extension) => `.${extension}`)),
        formats[format].kind,
        toYes(defaultFormats.includes(format)),
        toCode(formats[format].mediaType),
      ]),
    ),
    'file-names': toTable(
      ['File name', ...head],
      fileNames.map((name) => [toCode(name), ...describe(parseFileName(name))]),
    ),
    'folder-names': toTable(
      ['Folder name', ...head],
      folderNames.map((name) => [toCode(name), ...describe(parseFolderName(name))]),
    ),
    'naming-pattern': [
      `Placeholders: ${toCodes(namingFields.map((name) => `{${name}}`))}. The default pattern is:`,
      `\`\`\`text\n${defaultNamingPattern}\n\`\`\``,
      toTable(
        ['Values', 'Path without extension'],
        patternExamples.map((values) => [
          Object.entries(values)
            .map(([name, value]) => `${name}: ${value}`)
            .join('; '),
          toCode(toNamedPath(defaultNamingPattern, values).join('/')),
        ]),
      ),
    ].join('\n\n'),
  };
}
