// Feeds damaged comic metadata to the parsers: each returns a result or throws a FormatError within a time
// limit.
import { expect, test } from 'vitest';
import { longDocuments, mutateDocument } from '../../../server/test/document-mutations.ts';
import { seededRandom } from '../../../server/test/mutations.ts';
import { parseComicBookInfo } from '../comic-book-info/parse.ts';
import { FormatError } from '../error.ts';
import { defaultLimits } from '../limits.ts';
import { parseMetronInfo } from '../metron-info/parse.ts';
import { parseSeriesJson } from '../series-json/parse.ts';
import { toEmbeddedMetadata } from './embedded.ts';
import { parseComicInfo } from './parse.ts';

const comicInfo = `<?xml version="1.0" encoding="utf-8"?><ComicInfo xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<Title>Year &amp; One</Title><Series>Batman</Series><Number>404½</Number><Count>4</Count><Volume>1940</Volume>
<Summary>&lt;p&gt;He &lt;i&gt;is&lt;/i&gt; back.&lt;/p&gt;</Summary><Year>1987</Year><Month>2</Month><Day>1</Day>
<Writer>A, B,, C</Writer><Web>https://a.example/1 https://b.example/2</Web><LanguageISO>en</LanguageISO>
<Manga>Yes</Manga><StoryArc>A,B</StoryArc><StoryArcNumber>1,2</StoryArcNumber><AgeRating>MA 15+</AgeRating>
<GTIN>978-0-306-40615-7</GTIN><CommunityRating>4.5</CommunityRating><Notes>[CVDB1]</Notes>
<Pages><Page Image="0" Type="FrontCover" DoublePage="true" Bookmark="x"/><Page Image="1"/></Pages></ComicInfo>`;

const metronInfo = `<MetronInfo><IDS><ID source="Metron">1</ID></IDS><Series lang="en"><Name>N</Name><Volume>2</Volume>
<AlternativeNames><AlternativeName lang="de">A</AlternativeName></AlternativeNames></Series><Number>1</Number>
<Arcs><Arc><Name>A</Name><Number>1</Number></Arc></Arcs><CoverDate>2011-10-01</CoverDate><URLs><URL>https://a/</URL></URLs>
<Credits><Credit><Creator>C</Creator><Roles><Role>Writer</Role></Roles></Credit></Credits></MetronInfo>`;

const json = `{"ComicBookInfo/1.0":{"issue":1,"credits":[{"person":"A","role":"Writer"}],"tags":["a"]},
"metadata":[{"type":"comicSeries","name":"S","year":2012,"description_text":"<p>x</p>","status":"Ended","total_issues":"3"}]}`;

function readAll(bytes: Buffer): void {
  const readers = [
    () => {
      const info = parseComicInfo(bytes, defaultLimits, () => undefined);
      if (info !== undefined) JSON.stringify(toEmbeddedMetadata(info, 3));
    },
    () => parseMetronInfo(bytes, defaultLimits, () => undefined),
    () => parseComicBookInfo(bytes.toString(), defaultLimits),
    () => parseSeriesJson(bytes, defaultLimits),
  ];
  for (const read of readers) {
    try {
      read();
    } catch (error) {
      if (!(error instanceof FormatError) || error.kind !== 'metadata') throw error;
    }
  }
}

test('parses or refuses 12,000 damaged documents', () => {
  const random = seededRandom(20_261_121);
  for (const document of [comicInfo, metronInfo, json]) {
    for (let round = 0; round < 4000; round++) readAll(mutateDocument(document, random));
  }
});

const longFields = 'Title Number Writer Web Summary Notes StoryArc GTIN LanguageISO AgeRating Year'.split(
  ' ',
);

test('reads documents with one very long part within the time limit', () => {
  for (const document of longDocuments(200_000)) readAll(document);
  for (const piece of [',', ' ', '&lt;', 'a ', '1', 'https://a ', '\u00bd', '\n']) {
    const long = piece.repeat(50_000);
    for (const name of longFields) readAll(Buffer.from(`<ComicInfo><${name}>${long}</${name}></ComicInfo>`));
  }
});

test('refuses a ComicInfo of 20 MB by its size before reading it', () => {
  const bytes = Buffer.alloc(20_000_000, 'x');
  expect(() => parseComicInfo(bytes, defaultLimits)).toThrow(
    expect.objectContaining({ kind: 'metadata', reason: 'too_large' }),
  );
});
