import { expect, test } from 'vitest';
import { FormatError } from '../error.ts';
import { defaultLimits } from '../limits.ts';
import { toEmbeddedMetadata } from './embedded.ts';
import { findComicInfoName, isComicInfoName } from './names.ts';
import { toPageNotes } from './pages.ts';
import { parseComicInfo } from './parse.ts';
import type { ComicInfo } from './types.ts';

/** Parses a ComicInfo.xml with these elements. */
const read = (inner: string): ComicInfo | undefined =>
  parseComicInfo(Buffer.from(`<?xml version="1.0"?><ComicInfo>${inner}</ComicInfo>`), defaultLimits);

const every = `
  <Title>Year One</Title><Series>Batman</Series><Number>404</Number><Count>4</Count><Volume>1940</Volume>
  <AlternateSeries>Legends</AlternateSeries><AlternateNumber>1.5</AlternateNumber><AlternateCount>6</AlternateCount>
  <Summary>&lt;p&gt;He &lt;i&gt;is&lt;/i&gt; back.&lt;/p&gt;</Summary><Notes>[CVDB123]</Notes>
  <Year>1987</Year><Month>2</Month><Day>1</Day>
  <Writer>Frank Miller, Ann Other</Writer><Penciller>David M.</Penciller><Inker>I</Inker><Colorist>C</Colorist>
  <Letterer>L</Letterer><CoverArtist>CA</CoverArtist><Editor>E</Editor><Translator>T</Translator>
  <Publisher>DC Comics</Publisher><Imprint>Vertigo</Imprint><Genre>Crime,Superhero</Genre><Tags>noir</Tags>
  <Web>https://a.example/1  javascript:alert(1) https://b.example/2</Web><PageCount>24</PageCount>
  <LanguageISO>en-us</LanguageISO><Format>One-Shot</Format><BlackAndWhite>No</BlackAndWhite>
  <Manga>YesAndRightToLeft</Manga><Characters>Batman</Characters><Teams>GCPD</Teams><Locations>Gotham</Locations>
  <ScanInformation>scan</ScanInformation><StoryArc>Year One,Origins,Third</StoryArc>
  <StoryArcNumber>1,,½</StoryArcNumber><SeriesGroup>Bat family</SeriesGroup><AgeRating>MA 15+</AgeRating>
  <Pages>
    <Page Image="0" Type="FrontCover" ImageSize="100" ImageWidth="800" ImageHeight="1200" Key="k"/>
    <Page Image="1" DoublePage="true" Bookmark="Chapter 1"/><Page Image="2" Type="Story Deleted" DoublePage="false"/>
    <Page Image="-1"/><Page Type="Story"/><Page Image="9" Type="Delete" ImageWidth="-1"/>
  </Pages>
  <CommunityRating>4.5</CommunityRating><MainCharacterOrTeam>Batman</MainCharacterOrTeam><Review>Good.</Review>
  <GTIN>978-0-306-40615-7</GTIN><Unknown>x<Title>not this</Title></Unknown>`;

test('reads every element of ComicInfo 2.1', () => {
  expect(read(every)).toEqual({
    title: 'Year One',
    series: 'Batman',
    number: '404',
    count: 4,
    volume: 1940,
    alternateSeries: 'Legends',
    alternateNumber: '1.5',
    alternateCount: 6,
    summary: 'He is back.',
    notes: '[CVDB123]',
    year: 1987,
    month: 2,
    day: 1,
    writers: ['Frank Miller', 'Ann Other'],
    pencillers: ['David M.'],
    inkers: ['I'],
    colorists: ['C'],
    letterers: ['L'],
    coverArtists: ['CA'],
    editors: ['E'],
    translators: ['T'],
    publisher: 'DC Comics',
    imprint: 'Vertigo',
    genres: ['Crime', 'Superhero'],
    tags: ['noir'],
    web: [
      { sourceName: 'a.example', url: 'https://a.example/1' },
      { sourceName: 'b.example', url: 'https://b.example/2' },
    ],
    pageCount: 24,
    languageIso: 'en-US',
    format: 'One-Shot',
    blackAndWhite: false,
    manga: 'YesAndRightToLeft',
    characters: ['Batman'],
    teams: ['GCPD'],
    locations: ['Gotham'],
    scanInformation: 'scan',
    storyArcs: [{ name: 'Year One', number: '1' }, { name: 'Origins' }, { name: 'Third', number: '½' }],
    seriesGroups: ['Bat family'],
    ageRating: 'MA 15+',
    pages: [
      { image: 0, types: ['FrontCover'], sizeBytes: 100, width: 800, height: 1200, key: 'k' },
      { image: 1, types: ['Story'], doublePage: true, bookmark: 'Chapter 1' },
      { image: 2, types: ['Story', 'Deleted'] },
      { image: 9, types: ['Deleted'] },
    ],
    communityRating: 4.5,
    mainCharacterOrTeam: 'Batman',
    review: 'Good.',
    gtin: '978-0-306-40615-7',
  });
});

test('maps roles, ages, dates and numbers to the common shape', () => {
  const info = read(every);
  expect(info && toEmbeddedMetadata(info, 3)).toEqual({
    source: 'comic_info',
    title: 'Year One',
    summary: 'He is back.',
    bookType: 'oneshot',
    numberText: '404',
    number: 404,
    volume: 1940,
    series: 'Batman',
    seriesPosition: 404,
    seriesTotal: 4,
    collections: [{ name: 'Bat family' }],
    storyArcs: [
      { name: 'Year One', numberText: '1', number: 1 },
      { name: 'Origins' },
      { name: 'Third', numberText: '½', number: 0.5 },
    ],
    alternateSeries: [{ name: 'Legends', numberText: '1.5', number: 1.5, total: 6 }],
    authors: [
      { name: 'Frank Miller', role: 'writer' },
      { name: 'Ann Other', role: 'writer' },
      { name: 'David M.', role: 'penciller' },
      { name: 'I', role: 'inker' },
      { name: 'C', role: 'colorist' },
      { name: 'L', role: 'letterer' },
      { name: 'CA', role: 'cover_artist' },
      { name: 'E', role: 'editor' },
      { name: 'T', role: 'translator' },
    ],
    publisher: 'DC Comics',
    imprint: 'Vertigo',
    language: 'en-US',
    releaseDate: '1987-02-01',
    year: 1987,
    month: 2,
    day: 1,
    isbns: ['9780306406157'],
    identifiers: [{ scheme: 'comicvine', value: '123' }],
    externalLinks: info?.web,
    genres: ['Crime', 'Superhero'],
    tags: ['noir'],
    characters: ['Batman'],
    teams: ['GCPD'],
    locations: ['Gotham'],
    mainCharacterOrTeam: 'Batman',
    ageRating: 15,
    ageRatingText: 'MA 15+',
    communityRating: 4.5,
    review: 'Good.',
    readingDirection: 'rtl',
    manga: true,
    blackAndWhite: false,
    formatDetail: 'One-Shot',
    pageCount: 24,
    pageNotes: {
      frontCover: 0,
      doublePages: [1],
      deletedPages: [2],
      bookmarks: [{ page: 1, title: 'Chapter 1' }],
    },
    notes: '[CVDB123]',
    scanInformation: 'scan',
  });
});

test('ignores -1, empty, Unknown and out-of-range values', () => {
  const odd = read(`<Title></Title><Number> </Number><Count>-1</Count><Volume>-1</Volume><Year>20x4</Year>
    <Month>13</Month><Day>32</Day><PageCount>-5</PageCount><CommunityRating>NaN</CommunityRating><Manga>Maybe</Manga>
    <LanguageISO>xx-klingon-!!</LanguageISO><AgeRating>Unknown</AgeRating><BlackAndWhite>Unknown</BlackAndWhite>
    <Web>javascript:alert(1)</Web><Writer>,</Writer><Pages/>`);
  expect(odd).toEqual({});
  expect(odd && toEmbeddedMetadata(odd)).toEqual({ source: 'comic_info' });
});

test('ignores case of element names, case and spaces of values, and all but the first value', () => {
  expect(
    read(
      '<TITLE>A</TITLE><title>B</title><manga>yes and right to left</manga><blackAndWhite>YES</blackAndWhite>',
    ),
  ).toEqual({
    title: 'A',
    manga: 'YesAndRightToLeft',
    blackAndWhite: true,
  });
});

test('derives no direction from Manga "Yes"', () => {
  const info = read('<Manga>Yes</Manga>');
  expect(info && toEmbeddedMetadata(info)).toEqual({ source: 'comic_info', manga: true, bookType: 'manga' });
});

test('returns a GTIN that is not an ISBN as an identifier, and finds the ComicVine id in the address or the notes', () => {
  const ids = (inner: string) => {
    const info = read(inner);
    return info && toEmbeddedMetadata(info).identifiers;
  };
  expect(ids('<GTIN>761941305936</GTIN>')).toEqual([{ scheme: 'gtin', value: '761941305936' }]);
  expect(ids('<Web>https://comicvine.gamespot.com/x/4000-77/</Web>')).toEqual([
    { scheme: 'comicvine', value: '77' },
  ]);
  expect(ids('<Notes>Tagged with ComicTagger using info from Comic Vine [Issue ID 9]</Notes>')).toEqual([
    { scheme: 'comicvine', value: '9' },
  ]);
  expect(ids('<Web>https://evil.example/comicvine.gamespot.com/4000-77/</Web>')).toBe(undefined);
});

test('returns undefined for another root element or an empty file, and throws for a malformed file', () => {
  const parse = (text: string) => parseComicInfo(Buffer.from(text), defaultLimits);
  expect(parse('<html><head><title>Not Found</title></head></html>')).toBe(undefined);
  expect(parse('<html><p>never closed')).toBe(undefined);
  expect(parse('')).toBe(undefined);
  expect(parse(' \r\n')).toBe(undefined);
  expect(() => parse('<ComicInfo><Title>Open<Series>No end</ComicInfo>')).toThrow(FormatError);
  expect(() => parse('not xml')).toThrow(FormatError);
});

test.each([
  ['named characters of HTML', '<Title>Caf&eacute;&nbsp;1</Title><Series>S</Series><Number>2</Number>'],
  [
    'a "<" as text',
    '<Title>Café 1</Title><Series>S</Series><Notes>I <3 a<b & 1 < 2</Notes><Number>2</Number>',
  ],
  ['an unclosed element', '<Title>Café 1<Series>S</Series><Number>2</Number>'],
  ['an element with another end tag', '<Title>Café 1</Titel><Series>S</Series><Number>2</Number>'],
  ['a missing end', '<Title>Café 1</Title><Series>S</Series><Number>2'],
  ['end tags in another order', '<Title><b>Café 1</Title></b><Series>S</Series><Number>2</Number>'],
  ['unquoted and repeated attributes', '<Title a=1 a=2>Café 1</Title><Series>S</Series><Number>2</Number>'],
  ['control characters', '<Title>Caf\u0002é 1</Title>\u0000<Series>&#1;S</Series><Number>2</Number></Odd>'],
])('reads a ComicInfo with %s, and reports it', (_, inner) => {
  const reasons: unknown[] = [];
  const document = `<?xml version="1.0"?><ComicInfo><Pages><Page Image="0"><Page Image="1"/></Pages>${inner}`;
  const end = inner.endsWith('2') ? '' : '</ComicInfo>';
  const info = parseComicInfo(Buffer.from(document + end), defaultLimits, ({ reason }) =>
    reasons.push(reason),
  );
  expect(info).toMatchObject({ title: 'Café 1', series: 'S', number: '2' });
  expect(info?.pages).toHaveLength(2);
  expect(reasons).toEqual(['malformed']);
});

test('reads each value of a ComicInfo with unusual forms', () => {
  const inner = `<Volume>2.0</Volume><Count>6.0</Count><Year>2020.0</Year><Month>March</Month><Day>x</Day>
    <LanguageISO>English</LanguageISO><Writer>Ada One &amp; Bob Two, Cy Three</Writer>
    <Inker>One, Ada; Two, Bob</Inker>`;
  expect(parseComicInfo(Buffer.from(`<ComicInfo>${inner}</ComicInfo>`), defaultLimits)).toEqual({
    volume: 2,
    count: 6,
    year: 2020,
    month: 3,
    languageIso: 'en',
    writers: ['Ada One', 'Bob Two', 'Cy Three'],
    inkers: ['One, Ada', 'Two, Bob'],
  });
});

test.each([
  ['Vol. 2', 2],
  ['v3', 3],
  [' Volume 4', 4],
  ['II', undefined],
])('reads the volume "%s" as %s', (text, volume) => {
  const bytes = Buffer.from(`<ComicInfo><Title>A</Title><Volume>${text}</Volume></ComicInfo>`);
  expect(parseComicInfo(bytes, defaultLimits)).toEqual({ title: 'A', ...(volume && { volume }) });
});

test('limits the length of text and the number of pages', () => {
  const limits = { ...defaultLimits, maxTextLength: 10, maxPages: 2 };
  const info = parseComicInfo(
    Buffer.from(
      `<ComicInfo><Summary>${'x'.repeat(99)}</Summary><Pages>${'<Page Image="1"/>'.repeat(5)}</Pages></ComicInfo>`,
    ),
    limits,
  );
  expect(info?.summary).toBe('x'.repeat(10));
  expect(info?.pages).toHaveLength(2);
});

test.each([
  ['ComicInfo.xml', true],
  ['comicinfo.XML', true],
  ['vol 1/ComicInfo.xml', true],
  ['vol 1\\ComicInfo.xml', true],
  ['__MACOSX/ComicInfo.xml', false],
  ['._ComicInfo.xml', false],
  ['MyComicInfo.xml', false],
  ['ComicInfo.xml/001.jpg', false],
])('detects whether %s is a ComicInfo.xml: %s', (name, expected) => {
  expect(isComicInfoName(name)).toBe(expected);
});

test('selects the ComicInfo.xml nearest to the root in any order', () => {
  const names = ['b/ComicInfo.xml', 'A/ComicInfo.xml', 'comicinfo.xml', 'ComicInfo.xml', '001.jpg'];
  expect(findComicInfoName(names)).toBe('ComicInfo.xml');
  expect(findComicInfoName([...names].reverse())).toBe('ComicInfo.xml');
  expect(findComicInfoName(names.slice(0, 2))).toBe('A/ComicInfo.xml');
  expect(findComicInfoName(['001.jpg'])).toBe(undefined);
});

test('returns no notes for pages without relevant attributes', () => {
  expect(toPageNotes([{ image: 0, types: ['Story'] }])).toBe(undefined);
});
