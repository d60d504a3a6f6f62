// Samples of each kind of metadata: a document with one value. The parsers return the fields that the value sets.
import { parseComicBookInfo } from '../../formats/src/comic-book-info/parse.ts';
import { toEmbeddedMetadata as fromComicInfo } from '../../formats/src/comic-info/embedded.ts';
import { comicInfoFields } from '../../formats/src/comic-info/fields.ts';
import { parseComicInfo } from '../../formats/src/comic-info/parse.ts';
import { defaultLimits as limits } from '../../formats/src/limits.ts';
import { parseMetronInfo } from '../../formats/src/metron-info/parse.ts';
import { toEmbeddedMetadata as fromOpf } from '../../formats/src/opf/embedded.ts';
import { parseOpf } from '../../formats/src/opf/parse.ts';
import { toEmbeddedMetadata as fromPdf } from '../../formats/src/pdf/embedded.ts';
import { toPdfMetadata } from '../../formats/src/pdf/metadata.ts';
import { parseXmp } from '../../formats/src/pdf/xmp.ts';
import { parseSeriesJson } from '../../formats/src/series-json/parse.ts';

/** Names of the fields that a value sets: of the book, and of its series. */
interface SetFields {
  book: readonly string[];
  series: readonly string[];
}

/** Each value of a kind of metadata with the fields that it sets. */
export type Sources = readonly { name: string; found: SetFields }[];

const namesOf = (value: object | null | undefined): string[] =>
  Object.entries(value ?? {}).flatMap(([name, item]) => (item === undefined ? [] : [name]));

function toSetFields(metadata: { seriesFacts?: object } | null | undefined): SetFields {
  return {
    book: namesOf(metadata).filter((name) => name !== 'source' && name !== 'seriesFacts'),
    series: namesOf(metadata?.seriesFacts),
  };
}

const bytes = (text: string) => new TextEncoder().encode(text);

/** Text of a document, or the text before it that it depends on, and the text. */
type Sample = string | readonly [context: string, text: string];

/** The fields that each sample adds to those of its context. */
const read = (
  samples: Readonly<Record<string, Sample>>,
  parse: (text: string, name: string) => SetFields,
): Sources =>
  Object.entries(samples).map(([name, sample]) => {
    const [context, text] = typeof sample === 'string' ? [undefined, sample] : sample;
    if (context === undefined) return { name, found: parse(text, name) };
    const before = parse(context, name);
    const all = parse(context + text, name);
    return {
      name,
      found: {
        book: all.book.filter((field) => !before.book.includes(field)),
        series: all.series.filter((field) => !before.series.includes(field)),
      },
    };
  });

/** Text of each element. Dates need a year, so they are written out. */
const comicInfo = {
  Title: 'A',
  Series: 'A',
  Number: '1',
  Count: '2',
  Volume: '1',
  AlternateSeries: 'A',
  AlternateNumber: '1',
  AlternateCount: '2',
  Summary: 'A',
  Notes: '[CVDB1]',
  Year: '2004',
  Month: '<Year>2004</Year><Month>5</Month>',
  Day: '<Year>2004</Year><Month>5</Month><Day>1</Day>',
  Writer: 'A',
  Penciller: 'A',
  Inker: 'A',
  Colorist: 'A',
  Letterer: 'A',
  CoverArtist: 'A',
  Editor: 'A',
  Translator: 'A',
  Publisher: 'A',
  Imprint: 'A',
  Genre: 'A',
  Tags: 'A',
  Web: 'https://comicvine.gamespot.com/a/4000-1/',
  PageCount: '3',
  LanguageISO: 'en',
  Format: 'Graphic Novel',
  BlackAndWhite: 'Yes',
  Manga: 'YesAndRightToLeft',
  Characters: 'A',
  Teams: 'A',
  Locations: 'A',
  ScanInformation: 'A',
  StoryArc: 'A',
  StoryArcNumber: '1',
  SeriesGroup: 'A',
  AgeRating: 'Teen',
  CommunityRating: '4',
  MainCharacterOrTeam: 'A',
  Review: 'A',
  GTIN: '9780306406157',
  TitleSort: 'A',
  SeriesSort: 'A',
  LocalizedSeries: 'A',
};

function readComicInfo(): Sources {
  const known = Object.keys(comicInfo).map((name) => name.toLowerCase());
  const missing = [...comicInfoFields.keys()].filter((name) => !known.includes(name));
  if (missing.length > 0) throw new Error(`metadata-samples.ts has no sample of ${missing.join(', ')}`);
  return read(comicInfo, (sample, name) => {
    const element = sample.startsWith('<') ? sample : `<${name}>${sample}</${name}>`;
    const info = parseComicInfo(bytes(`<ComicInfo>${element}</ComicInfo>`), limits);
    return toSetFields(info && fromComicInfo(info));
  });
}

const metronInfo: Readonly<Record<string, Sample>> = {
  Number: '<Number>1</Number>',
  CollectionTitle: '<CollectionTitle>A</CollectionTitle>',
  'Stories/Story': '<Stories><Story>A</Story></Stories>',
  Summary: '<Summary>A</Summary>',
  MangaVolume: '<MangaVolume>1</MangaVolume>',
  'Series/Name': '<Series><Name>A</Name></Series>',
  'Series/SortName': '<Series><SortName>A</SortName></Series>',
  'Series/AlternativeNames':
    '<Series><AlternativeNames><AlternativeName>A</AlternativeName></AlternativeNames></Series>',
  'Series/Volume': '<Series><Volume>1</Volume></Series>',
  'Series/StartYear': '<Series><StartYear>2004</StartYear></Series>',
  'Series/IssueCount': '<Series><IssueCount>3</IssueCount></Series>',
  'Series/VolumeCount': '<Series><VolumeCount>3</VolumeCount></Series>',
  'Series/Format': '<Series><Format>Graphic Novel</Format></Series>',
  'Series@lang': '<Series lang="en"/>',
  'Publisher/Name': '<Publisher><Name>A</Name></Publisher>',
  'Publisher/Imprint': '<Publisher><Imprint>A</Imprint></Publisher>',
  Credits: '<Credits><Credit><Creator>A</Creator><Roles><Role>Writer</Role></Roles></Credit></Credits>',
  CoverDate: '<CoverDate>2004-05-01</CoverDate>',
  StoreDate: '<StoreDate>2004-05-01</StoreDate>',
  'GTIN/ISBN': '<GTIN><ISBN>9780306406157</ISBN></GTIN>',
  'GTIN/UPC': '<GTIN><UPC>1</UPC></GTIN>',
  IDS: '<IDS><ID source="Metron">1</ID></IDS>',
  URLs: '<URLs><URL>https://example.org/a</URL></URLs>',
  Genres: '<Genres><Genre>A</Genre></Genres>',
  Tags: '<Tags><Tag>A</Tag></Tags>',
  Characters: '<Characters><Character>A</Character></Characters>',
  Teams: '<Teams><Team>A</Team></Teams>',
  Locations: '<Locations><Location>A</Location></Locations>',
  AgeRating: '<AgeRating>Teen</AgeRating>',
};

const comicBookInfo: Readonly<Record<string, Sample>> = {
  title: '"title": "A"',
  series: '"series": "A"',
  issue: '"issue": 1',
  volume: '"volume": 1',
  numberOfIssues: '"numberOfIssues": 3',
  numberOfVolumes: '"numberOfVolumes": 3',
  publisher: '"publisher": "A"',
  publicationYear: '"publicationYear": 2004',
  language: '"language": "English"',
  genre: '"genre": "A"',
  tags: '"tags": ["A"]',
  credits: '"credits": [{ "person": "A", "role": "Writer" }]',
  comments: '"comments": "A"',
};

const title = '<dc:title id="main">A</dc:title>';
const collection =
  '<meta id="c" property="belongs-to-collection">A</meta><meta refines="#c" property="collection-type">series</meta>';
const calibreSeries = '<meta name="calibre:series" content="A"/>';

const opf: Readonly<Record<string, Sample>> = {
  'dc:title': '<dc:title>A</dc:title>',
  'dc:title (subtitle)': [
    title,
    '<dc:title id="t">B</dc:title><meta refines="#t" property="title-type">subtitle</meta>',
  ],
  'dc:title (edition)': [
    title,
    '<dc:title id="t">B</dc:title><meta refines="#t" property="title-type">edition</meta>',
  ],
  'opf:file-as': [title, '<meta refines="#main" property="file-as">A</meta>'],
  'calibre:title_sort': '<meta name="calibre:title_sort" content="A"/>',
  'dc:creator': '<dc:creator>A</dc:creator>',
  'dc:contributor': '<dc:contributor opf:role="ill">A</dc:contributor>',
  'dc:description': '<dc:description>A</dc:description>',
  'dc:publisher': '<dc:publisher>A</dc:publisher>',
  'dc:language': '<dc:language>en</dc:language>',
  'dc:date': '<dc:date>2004-05-01</dc:date>',
  'dc:date (original-publication)': '<dc:date opf:event="original-publication">2004</dc:date>',
  'dc:identifier (ISBN)': '<dc:identifier opf:scheme="ISBN">9780306406157</dc:identifier>',
  'dc:identifier': '<dc:identifier opf:scheme="uuid">1</dc:identifier>',
  'dc:subject': '<dc:subject>A</dc:subject>',
  'schema:genre': '<meta property="schema:genre">A</meta>',
  'belongs-to-collection': collection,
  'group-position': [collection, '<meta refines="#c" property="group-position">1</meta>'],
  'calibre:series': calibreSeries,
  'calibre:series_index': [calibreSeries, '<meta name="calibre:series_index" content="1"/>'],
  'book-type': '<meta name="book-type" content="comic"/>',
  'primary-writing-mode': '<meta name="primary-writing-mode" content="horizontal-rl"/>',
};

const toOpf = (metadata: string) =>
  `<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">${metadata}</metadata></package>`;

const pdfInfo = {
  Title: { title: 'A' },
  Author: { author: 'A' },
  Subject: { subject: 'A' },
  Keywords: { keywords: 'A' },
};

const xmp: Readonly<Record<string, Sample>> = {
  'dc:title': '<dc:title>A</dc:title>',
  'dc:creator': '<dc:creator>A</dc:creator>',
  'dc:description': '<dc:description>A</dc:description>',
  'dc:subject': '<dc:subject>A</dc:subject>',
  'dc:language': '<dc:language>en</dc:language>',
  'dc:publisher': '<dc:publisher>A</dc:publisher>',
  'dc:date': '<dc:date>2004-05-01</dc:date>',
  'dc:identifier': '<dc:identifier>9780306406157</dc:identifier>',
  'calibre:series': '<calibre:series>A</calibre:series>',
  'calibre:series_index': [
    '<calibre:series>A</calibre:series>',
    '<calibre:series_index>1</calibre:series_index>',
  ],
};

const toXmp = (properties: string) =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:calibre="http://calibre-ebook.com/xmp-namespace">${properties}</rdf:Description></rdf:RDF></x:xmpmeta>`;

const seriesJson: Readonly<Record<string, Sample>> = {
  name: '"name": "A"',
  description_text: '"description_text": "A"',
  publisher: '"publisher": "A"',
  imprint: '"imprint": "A"',
  status: '"status": "Ended"',
  age_rating: '"age_rating": "17+"',
  year: '"year": 2004',
  total_issues: ['"status": "Ended"', ', "total_issues": 3'],
  comicid: '"comicid": 1',
};

/** Sources of the fields by kind of metadata. */
export function readSources() {
  return {
    comicInfo: readComicInfo(),
    metronInfo: read(metronInfo, (sample) =>
      toSetFields(parseMetronInfo(bytes(`<MetronInfo>${sample}</MetronInfo>`), limits)),
    ),
    comicBookInfo: read(comicBookInfo, (sample) =>
      toSetFields(parseComicBookInfo(`{ "ComicBookInfo/1.0": { ${sample} } }`, limits)),
    ),
    opf: read(opf, (sample) => toSetFields(fromOpf(parseOpf(bytes(toOpf(sample)), limits)))),
    pdf: [
      ...Object.entries(pdfInfo).map(([name, info]) => ({
        name,
        found: toSetFields(fromPdf(toPdfMetadata(info, new Map()))),
      })),
      ...read(xmp, (sample) => toSetFields(fromPdf(toPdfMetadata({}, parseXmp(bytes(toXmp(sample))))))),
    ],
    seriesJson: read(seriesJson, (sample) => ({
      book: [],
      series: namesOf(parseSeriesJson(bytes(`{ "metadata": { "type": "comicSeries", ${sample} } }`), limits)),
    })),
  };
}
