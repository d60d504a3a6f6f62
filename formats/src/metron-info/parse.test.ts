import { expect, test } from 'vitest';
import { defaultLimits } from '../limits.ts';
import { isMetronInfoName, parseMetronInfo } from './parse.ts';

const document = `<?xml version="1.0"?><MetronInfo>
  <IDS><ID source="Metron" primary="true">290431</ID><ID source="Comic Vine">12345</ID></IDS>
  <Publisher id="1"><Name>DC Comics</Name><Imprint>Vertigo</Imprint></Publisher>
  <Series id="2" lang="en"><Name>Justice League</Name><SortName>Justice League, The</SortName><Volume>2</Volume>
    <Format>Omnibus</Format><StartYear>2011</StartYear><IssueCount>60</IssueCount>
    <AlternativeNames><AlternativeName lang="de">Gerechtigkeitsliga</AlternativeName></AlternativeNames></Series>
  <Number>1</Number><Stories><Story>Part One</Story><Story>Part Two</Story></Stories>
  <Summary>A &lt;b&gt;bold&lt;/b&gt; start.</Summary><CoverDate>2011-10-01</CoverDate><StoreDate>2011-08-31</StoreDate>
  <PageCount>32</PageCount><Genres><Genre>Super-Hero</Genre></Genres><Tags><Tag>New 52</Tag></Tags>
  <Arcs><Arc><Name>Origin</Name><Number>1</Number></Arc></Arcs><Characters><Character>Batman</Character></Characters>
  <GTIN><ISBN>9780306406157</ISBN><UPC>76194130593600111</UPC></GTIN><AgeRating>Teen Plus</AgeRating>
  <URLs><URL primary="true">https://metron.example/1</URL></URLs>
  <Credits><Credit><Creator>Jim Lee</Creator><Roles><Role>Penciller</Role><Role>Cover</Role></Roles></Credit>
    <Credit><Creator>Rex Ogle</Creator><Roles><Role>Associate Editor</Role><Role>Production</Role></Roles></Credit>
    <Credit><Creator>Nobody</Creator></Credit></Credits>
</MetronInfo>`;

test('maps a MetronInfo.xml to the common shape', () => {
  expect(parseMetronInfo(Buffer.from(document), defaultLimits)).toEqual({
    source: 'metron_info',
    title: 'Part One; Part Two',
    summary: 'A bold start.',
    bookType: 'omnibus',
    numberText: '1',
    number: 1,
    volume: 2,
    series: 'Justice League',
    seriesPosition: 1,
    seriesTotal: 60,
    seriesFacts: {
      title: 'Justice League',
      titleSort: 'Justice League, The',
      alternateTitles: [{ label: 'de', title: 'Gerechtigkeitsliga' }],
      volume: 2,
      year: 2011,
      totalChapterCount: 60,
      formatDetail: 'Omnibus',
      language: 'en',
    },
    storyArcs: [{ name: 'Origin', numberText: '1', number: 1 }],
    authors: [
      { name: 'Jim Lee', role: 'penciller' },
      { name: 'Jim Lee', role: 'cover_artist' },
      { name: 'Rex Ogle', role: 'editor' },
      { name: 'Rex Ogle', role: 'contributor' },
      { name: 'Nobody', role: 'contributor' },
    ],
    publisher: 'DC Comics',
    imprint: 'Vertigo',
    language: 'en',
    releaseDate: '2011-10-01',
    year: 2011,
    month: 10,
    day: 1,
    isbns: ['9780306406157'],
    identifiers: [
      { scheme: 'metron', value: '290431' },
      { scheme: 'comicvine', value: '12345' },
      { scheme: 'upc', value: '76194130593600111' },
    ],
    externalLinks: [{ sourceName: 'metron.example', url: 'https://metron.example/1' }],
    genres: ['Super-Hero'],
    tags: ['New 52'],
    characters: ['Batman'],
    ageRating: 15,
    ageRatingText: 'Teen Plus',
    formatDetail: 'Omnibus',
    pageCount: 32,
  });
});

test('infers manga from a manga volume, and returns nothing for an empty document or another root', () => {
  const parse = (text: string) => parseMetronInfo(Buffer.from(text), defaultLimits);
  expect(parse('<MetronInfo><MangaVolume>3</MangaVolume></MetronInfo>')).toEqual({
    source: 'metron_info',
    bookType: 'manga',
    manga: true,
    volume: 3,
  });
  expect(parse('<MetronInfo/>')).toEqual({ source: 'metron_info' });
  expect(parse('<ComicInfo/>')).toBe(undefined);
});

test('finds a MetronInfo.xml by name in any case and folder', () => {
  expect(
    ['MetronInfo.xml', 'x/metroninfo.XML', '__MACOSX/MetronInfo.xml', 'xMetronInfo.xml'].map(
      isMetronInfoName,
    ),
  ).toEqual([true, true, false, false]);
});
