// Manga providers against simulated services, including the quirks of each API.
import { expect, test } from 'vitest';
import { serveProviders } from '../../../test/plugins/services.ts';

const { answer, answerBy, asked, on } = serveProviders();

const anilist = 'graphql.anilist.co/';
const onePiece = {
  id: 30013,
  idMal: 13,
  title: { romaji: 'ONE PIECE', english: 'One Piece', native: 'ワンピース' },
  synonyms: ['원피스', 'One Piece'],
  format: 'MANGA',
  status: 'RELEASING',
  description: 'A boy &amp; his crew.<br><br><i>Note</i>: long.',
  startDate: { year: 1997 },
  countryOfOrigin: 'JP',
  isAdult: false,
  genres: ['Adventure'],
  chapters: null,
  volumes: null,
  averageScore: 91,
  siteUrl: 'https://anilist.co/manga/30013',
  coverImage: { extraLarge: 'https://s4.anilist.co/large.jpg' },
  tags: [
    { name: 'Pirates', rank: 98, isMediaSpoiler: false },
    { name: 'Death', rank: 97, isMediaSpoiler: true },
    { name: 'Cooking', rank: 40, isMediaSpoiler: false },
    ...Array.from({ length: 20 }, (_, i) => ({ name: `Tag ${i}`, rank: 90 - i, isMediaSpoiler: false })),
  ],
  staff: {
    edges: [
      { role: 'Story & Art', node: { name: { full: 'Eiichiro Oda' } } },
      { role: 'Art (vols 1-3)', node: { name: { full: 'Another' } } },
      { role: 'Assistant', node: { name: { full: 'Helper' } } },
    ],
  },
  externalLinks: [{ site: 'Viz', url: 'http://www.viz.com/one-piece', type: 'STREAMING' }],
};

test('AniList: removes HTML, picks titles by setting, splits staff roles, and skips spoiler tags', async () => {
  const provider = await on('anilist', { config: {} });
  answer(anilist, { data: { Media: onePiece } });
  const { body } = await provider.get('https://anilist.co/manga/30013/One-Piece/');
  expect(body.dropped).toEqual([]);
  expect(body.fields).toMatchObject({
    externalId: '30013',
    externalUrl: 'https://anilist.co/manga/30013',
    title: 'One Piece',
    alternateTitles: [
      { title: 'ONE PIECE', titleType: 'romaji' },
      { title: 'ワンピース', titleType: 'native', language: 'ja' },
      { title: '원피스', titleType: 'synonym' },
    ],
    summary: 'A boy & his crew.\n\nNote: long.',
    status: 'ongoing',
    year: 1997,
    readingDirection: 'rtl',
    authors: [
      { name: 'Eiichiro Oda', role: 'writer' },
      { name: 'Eiichiro Oda', role: 'penciller' },
      { name: 'Another', role: 'penciller' },
    ],
    rating: 91,
    externalLinks: [{ url: 'https://www.viz.com/one-piece', label: 'Viz', linkType: 'read' }],
    externalIds: [
      { source: 'api:anilist', externalId: '30013' },
      { source: 'api:myanimelist', externalId: '13' },
    ],
  });
  const { tags, ...fields } = body.fields as Record<string, string[]>;
  expect([tags?.length, tags?.[0], tags?.includes('Death'), tags?.includes('Cooking')]).toEqual([
    ...[15, 'Pirates', false, false],
  ]);
  // `totalVolumeCount` is null while the series is running. `ageRating` is set only for adult titles.
  expect(Object.keys(fields)).not.toContain('totalVolumeCount');
  expect(Object.keys(fields)).not.toContain('ageRating');
  const romaji = await on('anilist', { config: { titleLanguage: 'romaji' } });
  expect((await romaji.get('30013')).body.fields).toMatchObject({ title: 'ONE PIECE' });
});

test('AniList: requests adult titles only when the setting allows them, and reports unknown ids as not found', async () => {
  const provider = await on('anilist', { config: {} });
  answer(anilist, {
    data: { Page: { media: [onePiece, { id: 1, title: {} }, { title: { romaji: 'x' } }] } },
  });
  const found = await provider.search('One Piece');
  expect(found.body.results).toMatchObject([
    { externalId: '30013', title: 'One Piece', year: 1997, relevance: 1, format: 'manga', status: 'ongoing' },
  ]);
  await (await on('anilist', { config: { adult: true } })).search('One Piece');
  expect(asked().map(({ json }) => json.variables)).toEqual([
    { search: 'One Piece', perPage: 10, isAdult: false },
    { search: 'One Piece', perPage: 10 },
  ]);
  answerBy(anilist, (_, response) => {
    response.writeHead(404).end('{"data":{"Media":null},"errors":[{"message":"Not Found.","status":404}]}');
  });
  const missing = await provider.get('99');
  expect([missing.status, missing.body.reason, missing.body.message]).toMatchObject([
    404,
    'plugin_said',
    /know/,
  ]);
  // An invalid id is rejected without a request.
  const before = asked().length;
  expect((await provider.get('../x')).status).toBe(404);
  expect(asked()).toHaveLength(before);
});

const mangabaka = 'api.mangabaka.org/v1/series';
test('MangaBaka: follows merged series, reports deleted ones as not found, parses numbers sent as text, and maps external ids', async () => {
  const provider = await on('mangabaka', { credentials: { api_key: 'mb-key' } });
  answer(`${mangabaka}/1`, { status: 200, data: { id: 1, state: 'merged', merged_with: 2, title: 'Old' } });
  answer(`${mangabaka}/2`, {
    status: 200,
    data: {
      id: 2,
      state: 'active',
      title: 'New',
      native_title: '新',
      secondary_titles: { en: [{ type: 'alternative', title: 'Newer' }], de: null },
      cover: { raw: { url: 'https://images.mangabaka.org/2.jpg' } },
      authors: ['A'],
      artists: ['B'],
      publishers: [
        { name: 'Shueisha', type: 'Original' },
        { name: 'Viz', type: 'English' },
      ],
      status: 'completed',
      type: 'manga',
      content_rating: 'suggestive',
      genres: ['slice_of_life'],
      final_volume: '12',
      total_chapters: '101.5',
      source: {
        anilist: { id: 5, rating_normalized: 82 },
        manga_updates: { id: '33kjlmn', rating_normalized: null },
        kitsu: { id: null },
        unheard_of: { id: 3 },
      },
    },
  });
  answer(`${mangabaka}/3`, { status: 200, data: { id: 3, state: 'deleted', title: 'Gone' } });
  answer(`${mangabaka}/4`, { status: 404, message: 'NOT_FOUND' });
  answer(`${mangabaka}/5`, { status: 200, data: { id: 5, state: 'merged', merged_with: 5, title: 'Round' } });
  const { body } = await provider.get('1');
  expect([body.dropped, body.fields]).toMatchObject([
    [],
    {
      externalId: '2',
      externalUrl: 'https://mangabaka.org/2',
      title: 'New',
      alternateTitles: [
        { title: '新', titleType: 'native' },
        { title: 'Newer', language: 'en', titleType: 'alternative' },
      ],
      totalVolumeCount: 12,
      totalChapterCount: 101.5,
      status: 'ended',
      ageRating: 16,
      readingDirection: 'rtl',
      publisher: 'Viz',
      genres: ['Slice of life'],
      authors: [
        { name: 'A', role: 'writer' },
        { name: 'B', role: 'penciller' },
      ],
      externalRatings: [{ score: 82, source: 'anilist' }],
      externalIds: [
        { source: 'api:mangabaka', externalId: '2' },
        { source: 'api:anilist', externalId: '5' },
        { source: 'api:mangaupdates', externalId: '33kjlmn' },
      ],
    },
  ]);
  expect(asked()[0]?.headers['x-api-key']).toBe('mb-key');
  for (const id of ['3', '4', '5']) expect((await provider.get(id)).body.reason).toBe('plugin_said');
  answer(`${mangabaka}/search`, {
    status: 200,
    data: [
      { id: 2, state: 'active', title: 'New', final_volume: '12' },
      { id: 1, state: 'merged', title: 'Old' },
    ],
  });
  expect((await provider.search('new')).body.results).toMatchObject([{ externalId: '2', relevance: 1 }]);
  expect(asked().at(-1)?.query.getAll('content_rating')).toEqual(['safe', 'suggestive']);
});

const mangaupdates = 'api.mangaupdates.com/v1/series';
test('MangaUpdates: decodes base-36 ids and entities, and reads novels, year ranges and status prose', async () => {
  const provider = await on('mangaupdates');
  answer(`${mangaupdates}/6746252351`, {
    series_id: 6_746_252_351,
    title: 'Mushoku Tensei &amp; More (Novel)',
    url: 'https://www.mangaupdates.com/series/33kjlmn/x',
    associated: [{ title: '無職転生' }, { title: 'Jobless &quot;R&quot;' }],
    description: 'First.<BR><BR>Second &#039;line&#039;',
    image: { url: { original: 'https://cdn.mangaupdates.com/i1.jpg' } },
    type: 'Novel',
    year: '1999-2003',
    bayesian_rating: 8.45,
    rating_votes: 120,
    genres: [{ genre: 'Fantasy' }],
    categories: [
      { category: 'Disliked', votes: -3 },
      { category: 'Second', votes: 5 },
      { category: 'First', votes: 9 },
    ],
    status: '27 Volumes (Complete)\n\n12 Omnibus Volumes (Ongoing)',
    completed: false,
    authors: [
      { name: 'RIFUJIN na Magonote', type: 'Author' },
      { name: 'SHIROTAKA', type: 'Artist' },
    ],
    publishers: [
      { publisher_name: 'MF Books', type: 'Original' },
      { publisher_name: 'Seven Seas', type: 'English' },
    ],
  });
  const { body } = await provider.get('33kjlmn');
  expect([body.dropped, body.fields]).toMatchObject([
    [],
    {
      externalId: '6746252351',
      externalUrl: 'https://www.mangaupdates.com/series/33kjlmn/x',
      title: 'Mushoku Tensei & More',
      alternateTitles: [{ title: '無職転生' }, { title: 'Jobless "R"' }],
      summary: "First.\n\nSecond 'line'",
      year: 1999,
      status: 'ended',
      totalVolumeCount: 27,
      tags: ['First', 'Second'],
      publisher: 'Seven Seas',
      authors: [
        { name: 'RIFUJIN na Magonote', role: 'writer' },
        { name: 'SHIROTAKA', role: 'penciller' },
      ],
      externalRatings: [{ score: 84.5, source: 'mangaupdates', voteCount: 120 }],
    },
  ]);
  for (const id of ['6746252351', 'https://www.mangaupdates.com/series/33kjlmn/mushoku-tensei'])
    expect((await provider.get(id)).body.fields).toEqual(body.fields);
  answer(`${mangaupdates}/7`, { series_id: 7, title: 'X', status: '3 Volumes (Ongoing)', year: '' });
  expect((await provider.get('7')).body.fields).toEqual({
    externalId: '7',
    externalUrl: 'https://www.mangaupdates.com/series/7',
    title: 'X',
    status: 'ongoing',
    alternateTitles: [],
    genres: [],
    tags: [],
    authors: [],
    externalRatings: [],
    externalIds: [{ source: 'api:mangaupdates', externalId: '7' }],
  });
  answer(`${mangaupdates}/search`, {
    results: [
      { record: { series_id: 1, title: 'Other', year: '2001' }, hit_title: 'Wanted' },
      { record: { series_id: 2, title: 'Wanted', genres: [{ genre: 'Hentai' }] }, hit_title: 'Wanted' },
    ],
  });
  expect((await provider.search('wanted')).body.results).toMatchObject([
    { externalId: '1', title: 'Other', alternateTitles: ['Wanted'], relevance: 1 },
  ]);
});

test('matches the result with the most similar title and year, and none without similarity', async () => {
  const provider = await on('mangaupdates');
  answer(`${mangaupdates}/search`, {
    results: [
      { record: { series_id: 1, title: 'Vagabond Next', year: '1998' } },
      { record: { series_id: 2, title: 'Vagabond', year: '1970' } },
      { record: { series_id: 3, title: 'Vagabond', year: '1998' } },
    ],
  });
  const matched = await provider.match({ kind: 'series', title: 'Vagabond', year: 1998 });
  expect(matched.body).toMatchObject({ match: { externalId: '3' }, confidence: 1 });
  expect(matched.body.alternatives.map(({ externalId }) => externalId)).toEqual(['2', '1']);
  const none = await provider.match({ kind: 'series', title: 'Something else' });
  expect(none.body).toMatchObject({ match: null, alternatives: [{}, {}, {}] });
  expect((await provider.match({ kind: 'book', title: 'x' })).body.reason).toBe('plugin_said');
});

test.each<[string, number, string]>([
  ['HTML', 200, '<!doctype html><title>Just a moment</title>'],
  ['a list', 200, '[]'],
  ['status 500', 500, '{}'],
  ['truncated JSON', 200, '{"series_id": 1, "tit'],
  [
    'values of other types',
    200,
    '{"series_id":{"a":1},"title":[1],"authors":"x","categories":{"a":null},"image":3}',
  ],
])('stays enabled when the service responds with %s', async (_, status, text) => {
  const provider = await on('mangaupdates');
  answerBy(`${mangaupdates}/8`, (_asked, response) => void response.writeHead(status).end(text));
  for (let count = 0; count < 7; count += 1) expect([200, 502]).toContain((await provider.get('8')).status);
  expect(await provider.again()).toMatchObject({ isEnabled: true, state: 'ready' });
});
