// Properties of every reader of untrusted bytes and text: it returns a bounded result or throws a FormatError within a
// bounded time, and nothing else.
import { parseCondition } from '@lectern/contract/conditions/conditions';
import { readArchiveIndex } from '@lectern/formats/archive/open';
import { listPageEntries } from '@lectern/formats/archive/pages';
import { isReadableNow, readEntryHead, readEntryNow } from '@lectern/formats/archive/read';
import { parseCbl } from '@lectern/formats/cbl/parse';
import { parseComicBookInfo } from '@lectern/formats/comic-book-info/parse';
import { toEmbeddedMetadata } from '@lectern/formats/comic-info/embedded';
import { parseComicInfo } from '@lectern/formats/comic-info/parse';
import { detectKind } from '@lectern/formats/detect';
import { readPageContent } from '@lectern/formats/epub/pages/page-content';
import { FormatError } from '@lectern/formats/error';
import { parseFileName, parseFolderName, parseTitle } from '@lectern/formats/file-name/parse-name';
import { readImageHeader } from '@lectern/formats/image/header';
import { defaultLimits } from '@lectern/formats/limits';
import { parseMetronInfo } from '@lectern/formats/metron-info/parse';
import { toEmbeddedMetadata as toOpfMetadata } from '@lectern/formats/opf/embedded';
import { parseOpf } from '@lectern/formats/opf/parse';
import { parseXmp } from '@lectern/formats/pdf/xmp';
import { parseSeriesJson } from '@lectern/formats/series-json/parse';
import { bytesSource } from '@lectern/formats/source';
import fc from 'fast-check';
import { decideRange } from '#infrastructure/http/caching/ranges.ts';
import { toContentDisposition } from '#infrastructure/http/content-disposition.ts';
import { toWords } from '#infrastructure/text/document-words.ts';
import { fold } from '#infrastructure/text/fold.ts';
import { parseSearchText } from '#infrastructure/text/search-text.ts';
import { makeRar4, makeRar5 } from '../makers/rar.ts';
import {
  anyText,
  conditionOf,
  damagedRar,
  damagedSevenZip,
  damagedTar,
  damagedZip,
  documentOf,
} from './arbitraries.ts';
import { anyName } from './names.ts';
import { type Property, property } from './property.ts';

const limits = { ...defaultLimits, maxEntries: 1_000, maxEntryBytes: 1_000_000 };

function expectThat(holds: boolean, what: string): void {
  if (!holds) throw new Error(`Property violated: ${what}`);
}

/** Returns the result, or undefined for a FormatError. */
function settled<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

type ReadIndex = typeof readArchiveIndex;

/** Opens an archive and reads all entries that need no decoder. */
const readAll =
  (read: (source: ReturnType<typeof bytesSource>) => ReturnType<ReadIndex>) => (bytes: Buffer) => {
    const source = bytesSource(bytes);
    const index = settled(() => read(source));
    if (!index) return;
    const archive = { source, index, limits };
    expectThat(index.entries.length <= limits.maxEntries, 'entry count is within the limit');
    settled(() => listPageEntries(index));
    for (const entry of index.entries) {
      expectThat(entry.name.length <= limits.maxNameBytes, 'entry name is bounded');
      expectThat(
        entry.name.isWellFormed() && !/[\0\\]/.test(entry.name),
        'entry name is well-formed and has no NUL or backslash',
      );
      if (!isReadableNow(archive, entry)) continue;
      const content = settled(() => readEntryNow(archive, entry));
      expectThat((content?.length ?? 0) <= limits.maxEntryBytes, 'content is bounded');
      const head = settled(() => readEntryHead(archive, entry, 64));
      expectThat((head?.length ?? 0) <= 64, 'entry head is bounded');
    }
  };

/** Extracted text is well-formed, bounded, and contains no NUL. */
const readText = (read: (bytes: Buffer) => unknown) => (bytes: Buffer) => {
  const found = settled(() => read(bytes));
  const look = (value: unknown): void => {
    if (typeof value === 'string')
      expectThat(
        value.isWellFormed() && !value.includes('\0') && value.length <= limits.maxTextLength,
        `text is storable: ${JSON.stringify(value.slice(0, 50))}`,
      );
    else if (typeof value === 'number') expectThat(Number.isFinite(value), 'number is finite');
    else if (value instanceof Map) for (const one of value.values()) look(one);
    else if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value))
      for (const one of Object.values(value)) look(one);
  };
  look(found);
};

const comicInfo = `<?xml version="1.0" encoding="utf-8"?><ComicInfo xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><Title>Year &amp; One</Title><Series>Batman</Series><Number>404½</Number><Count>4</Count><Volume>1940</Volume><Summary>&lt;p&gt;He &lt;i&gt;is&lt;/i&gt; back.&lt;/p&gt;</Summary><Year>1987</Year><Month>2</Month><Day>1</Day><Writer>A, B,, C</Writer><Web>https://a.example/1 https://b.example/2</Web><LanguageISO>en</LanguageISO><Manga>YesAndRightToLeft</Manga><StoryArc>A,B</StoryArc><StoryArcNumber>1,2</StoryArcNumber><AgeRating>MA 15+</AgeRating><GTIN>978-0-306-40615-7</GTIN><CommunityRating>4.5</CommunityRating><Pages><Page Image="0" Type="FrontCover" DoublePage="true" Bookmark="x"/><Page Image="1"/></Pages></ComicInfo>`;
const metronInfo = `<MetronInfo><IDS><ID source="Metron">1</ID></IDS><Series lang="en"><Name>N</Name><Volume>2</Volume><AlternativeNames><AlternativeName lang="de">A</AlternativeName></AlternativeNames></Series><Number>1</Number><Arcs><Arc><Name>A</Name><Number>1</Number></Arc></Arcs><CoverDate>2011-10-01</CoverDate><Credits><Credit><Creator>C</Creator><Roles><Role>Writer</Role></Roles></Credit></Credits></MetronInfo>`;
const opf = `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" prefix="a: http://a/"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf"><dc:identifier id="id" opf:scheme="ISBN">urn:isbn:9780306406157</dc:identifier><dc:title id="t">A &amp; B</dc:title><meta refines="#t" property="title-type">main</meta><dc:creator opf:role="aut" opf:file-as="A, B">B A</dc:creator><dc:date opf:event="publication">2011-10</dc:date><dc:language>en</dc:language><dc:description>&lt;p&gt;x&lt;/p&gt;</dc:description><meta name="calibre:series" content="S"/><meta name="calibre:series_index" content="1.5"/><meta property="belongs-to-collection" id="c">S</meta><meta refines="#c" property="group-position">2</meta></metadata><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="b" href="%2e%2e/b.jpg" media-type="image/jpeg" properties="cover-image"/></manifest><spine page-progression-direction="rtl" toc="a"><itemref idref="a" linear="no"/></spine><guide><reference type="cover" href="a.xhtml"/></guide></package>`;
const cbl = `<?xml version="1.0"?><ReadingList><Name>L</Name><Books><Book Series="Saga" Number="1" Volume="2012" Year="2012"><Id>3b8d1b3e-0000-4000-8000-000000000000</Id></Book></Books><Matchers/></ReadingList>`;
const page = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title><meta name="viewport" content="width=1200, height=1600"/></head><body><h1 id="a">x</h1><p>words &nbsp; and <img src="a.jpg" alt="b"/> more</p><svg><image xlink:href="b.png"/></svg></body></html>`;
const xmp = `<?xpacket begin="" id="x"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">T</rdf:li></rdf:Alt></dc:title><dc:creator><rdf:Seq><rdf:li>A</rdf:li></rdf:Seq></dc:creator></rdf:Description></rdf:RDF></x:xmpmeta>`;
const json = `{"ComicBookInfo/1.0":{"issue":1,"credits":[{"person":"A","role":"Writer"}],"tags":["a"]},"metadata":[{"type":"comicSeries","name":"S","year":2012,"status":"Ended"}]}`;

const range = fc.oneof(
  anyText,
  fc
    .tuple(
      fc.constantFrom('bytes=', 'BYTES=', 'pages=', ''),
      fc.array(
        fc.tuple(
          fc.oneof(fc.bigInt({ min: -5n, max: 2n ** 70n }).map(String), fc.constant('')),
          fc.oneof(fc.bigInt({ min: -5n, max: 2n ** 70n }).map(String), fc.constant('')),
        ),
        { maxLength: 4 },
      ),
    )
    .map(([unit, parts]) => unit + parts.map(([a, b]) => `${a}-${b}`).join(',')),
);

export const readerProperties: readonly Property[] = [
  property(
    'zip index',
    damagedZip,
    readAll((source) => readArchiveIndex(source, limits, 'zip')),
  ),
  property(
    'RAR 5 headers',
    damagedRar(makeRar5),
    readAll((source) => readArchiveIndex(source, limits, 'rar')),
  ),
  property(
    'RAR 4 headers',
    damagedRar(makeRar4),
    readAll((source) => readArchiveIndex(source, limits, 'rar')),
  ),
  property(
    'tar headers',
    damagedTar,
    readAll((source) => readArchiveIndex(source, limits, 'tar')),
  ),
  property(
    '7z headers',
    damagedSevenZip,
    readAll((source) => readArchiveIndex(source, limits, '7z')),
  ),
  property(
    'archives by content',
    fc.oneof(damagedZip, damagedRar(makeRar5), damagedSevenZip, damagedTar),
    readAll((source) => readArchiveIndex(source, limits, detectKind(source))),
  ),
  property(
    'ComicInfo',
    documentOf(comicInfo),
    readText((bytes) => {
      const info = parseComicInfo(bytes, limits, () => undefined);
      return info && [info, toEmbeddedMetadata(info, 3)];
    }),
  ),
  property(
    'MetronInfo',
    documentOf(metronInfo),
    readText((bytes) => parseMetronInfo(bytes, limits, () => undefined)),
  ),
  property(
    'ComicBookInfo',
    documentOf(json),
    readText((bytes) => parseComicBookInfo(bytes.toString(), limits)),
  ),
  property(
    'series.json',
    documentOf(json),
    readText((bytes) => parseSeriesJson(bytes, limits)),
  ),
  property(
    'OPF',
    documentOf(opf),
    readText((bytes) => {
      const found = parseOpf(bytes, limits, { onRepair: () => undefined });
      return [found, toOpfMetadata(found)];
    }),
  ),
  property(
    'read lists',
    documentOf(cbl),
    readText((bytes) => parseCbl(bytes, limits)),
  ),
  property(
    'pages of EPUBs',
    documentOf(page),
    readText((bytes) => readPageContent(bytes, limits)),
  ),
  property(
    'XMP',
    documentOf(xmp),
    readText((bytes) => parseXmp(bytes, limits)),
  ),
  property(
    'pictures',
    fc
      .tuple(
        fc.constantFrom(
          'ffd8ff',
          '89504e470d0a1a0a',
          '474946383961',
          '52494646ffffffff57454250',
          '424d',
          '49492a00',
          '0000000c6a584c20',
          '000000206674797061766966',
        ),
        fc.uint8Array({ maxLength: 200 }),
      )
      .map(([mark, rest]) => Buffer.concat([Buffer.from(mark, 'hex'), rest])),
    (bytes) => {
      const found = settled(() =>
        readImageHeader(bytes, (offset, length) => bytes.subarray(offset, offset + length)),
      );
      for (const side of [found?.width, found?.height])
        expectThat(
          side === undefined || side === null || Number.isFinite(side),
          'page side is null or finite',
        );
    },
  ),
  property('file names', anyName, (text) => {
    for (const read of [parseFileName, parseFolderName, parseTitle])
      readText(() => read(text))(Buffer.alloc(0));
  }),
  property('names of downloads', anyName, (text) =>
    expectThat(/^[\x20-\x7e]*$/.test(toContentDisposition(text)), 'header value is valid'),
  ),
  property('range headers', range, (header) => {
    const decision = decideRange(header, 1_000);
    if (decision.kind === 'part')
      expectThat(
        decision.start >= 0 && decision.start <= decision.end && decision.end < 1_000,
        'byte range is within the file',
      );
  }),
  property('conditions over books', conditionOf('books'), (json) =>
    expectDecided(parseCondition('books', json)),
  ),
  property('conditions over series', conditionOf('series'), (json) =>
    expectDecided(parseCondition('series', json)),
  ),
  property(
    'search texts',
    fc.array(anyText, { maxLength: 6 }).map((parts) => parts.join(' ')),
    (text) => {
      const terms = parseSearchText(text);
      expectThat(
        (terms?.wanted.length ?? 0) + (terms?.unwanted.length ?? 0) <= 64,
        'number of phrases is bounded',
      );
      for (const word of [...(terms?.wanted ?? []), ...(terms?.unwanted ?? [])]
        .flatMap(({ words, others = [] }) => [...words, ...others.flat()])
        .concat(toWords([text], { limit: 1_000, joinsNeighbours: true })))
        expectThat(
          word.length <= 200 && word === word.trim() && word.isWellFormed(),
          `token is a word: ${JSON.stringify(word)}`,
        );
      expectThat(fold(fold(text)) === fold(text), 'folding is idempotent');
    },
  ),
];

function expectDecided(read: ReturnType<typeof parseCondition>): void {
  if ('condition' in read) expectThat(read.condition !== undefined, 'accepted condition is present');
  else expectThat(read.issues.length > 0 && read.issues.length <= 20, 'rejection lists 1 to 20 issues');
}
