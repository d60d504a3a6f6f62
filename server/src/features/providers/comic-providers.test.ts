// Comic providers against simulated services, including the quirks of each API.
import { expect, test } from 'vitest';
import { serveProviders, startServed, turnOn } from '../../../test/plugins/services.ts';

const { answer, asked, on } = serveProviders();

const comicVine = 'comicvine.gamespot.com/api';
const ok = (results: unknown) => ({ error: 'OK', status_code: 1, results });
const key = { credentials: { api_key: 'cv-key' } };
const volume = {
  id: 48_549,
  name: 'Saga',
  aliases: 'Сага\r\nSaga US',
  start_year: '2012',
  publisher: { name: 'Image' },
  count_of_issues: 66,
  deck: null,
  description: '<h2>Plot</h2><p>Two <em>soldiers</em> &amp; a child.</p>',
  image: { original_url: 'https://comicvine.gamespot.com/a/uploads/1.jpg' },
  site_detail_url: 'https://comicvine.gamespot.com/saga/4050-48549/',
};

test('Comic Vine: appends the year to series ids because ids are reused', async () => {
  const provider = await on('comicvine', key);
  answer(`${comicVine}/search/`, ok([volume, { id: 5 }]));
  const found = await provider.search('Saga');
  expect(found.body.results).toMatchObject([
    {
      externalId: '4050-48549@2012',
      title: 'Saga',
      alternateTitles: ['Сага', 'Saga US'],
      year: 2012,
      relevance: 1,
    },
  ]);
  expect(asked()[0]?.query.get('api_key')).toBe('cv-key');
  answer(`${comicVine}/volume/4050-48549/`, ok(volume));
  const { body } = await provider.get('4050-48549@2012');
  expect([body.dropped, body.fields]).toMatchObject([
    [],
    {
      externalId: '4050-48549@2012',
      externalUrl: 'https://comicvine.gamespot.com/saga/4050-48549/',
      title: 'Saga',
      alternateTitles: [{ title: 'Сага' }, { title: 'Saga US' }],
      summary: 'Plot\n\nTwo soldiers & a child.',
      publisher: 'Image',
      totalVolumeCount: 66,
      externalIds: [{ source: 'api:comicvine', externalId: '4050-48549' }],
    },
  ]);
  for (const id of ['48549', '4050-48549', 'https://comicvine.gamespot.com/saga/4050-48549/'])
    expect((await provider.get(id)).body.fields).toEqual(body.fields);
  answer(`${comicVine}/volume/4050-7/`, ok({ ...volume, id: 7, start_year: '1986' }));
  expect((await provider.get('4050-7@2012')).body.message).toMatch(/another series/);
  expect((await provider.get('4050-7@1985')).body.fields).toMatchObject({ year: 1986 });
});

test('Comic Vine: reads issue numbers as text, maps several roles per person, and finds no issue by ISBN', async () => {
  const provider = await on('comicvine', key);
  const issue = {
    id: 9,
    name: null,
    issue_number: '1/2',
    cover_date: '2012-03-01',
    description: '<p>Begin.</p>',
    image: { original_url: 'https://comicvine.example/9.jpg' },
    associated_images: [{ original_url: 'https://comicvine.example/9b.jpg' }, { id: 1 }],
    volume: { id: 48_549, name: 'Saga' },
    person_credits: [
      { name: 'Brian K. Vaughan', role: 'writer' },
      { name: 'Fiona Staples', role: 'artist, cover, colorist' },
      { name: 'Nobody', role: 'mascot' },
    ],
  };
  answer(`${comicVine}/search/`, ok([issue]));
  expect((await provider.search('Saga 1/2', 'book')).body.results).toMatchObject([
    { externalId: '4000-9', title: 'Saga #1/2', year: 2012, relevance: 1 },
  ]);
  answer(`${comicVine}/issue/4000-9/`, ok(issue));
  const { body } = await provider.get('4000-9', 'book');
  expect([body.dropped, body.fields]).toMatchObject([
    [],
    {
      releaseDate: '2012-03-01',
      seriesPosition: 0.5,
      summary: 'Begin.',
      covers: [{ url: 'https://comicvine.example/9.jpg' }, { url: 'https://comicvine.example/9b.jpg' }],
      authors: [
        { name: 'Brian K. Vaughan', role: 'writer' },
        { name: 'Fiona Staples', role: 'illustrator' },
        { name: 'Fiona Staples', role: 'cover_artist' },
        { name: 'Fiona Staples', role: 'colorist' },
      ],
    },
  ]);
  expect(Object.keys(body.fields)).not.toContain('title');
  answer(`${comicVine}/issue/4000-10/`, ok({ ...issue, id: 10, issue_number: '12AU', name: 'Alt' }));
  const other = await provider.get('4000-10', 'book');
  expect(other.body.fields).toMatchObject({ title: 'Alt' });
  const before = asked().length;
  expect((await provider.search('9780553804577', 'book')).body.results).toEqual([]);
  expect(asked()).toHaveLength(before);
});

test.each<[string, number, object, number, RegExp]>([
  ['an invalid key', 401, { error: 'Invalid API Key', status_code: 100 }, 502, /rejected the API key/],
  ['an unknown id', 200, { error: 'Object Not Found', status_code: 101 }, 404, /no such entry/],
  [
    'a rate limit with status 200',
    200,
    { error: 'Rate limit exceeded', status_code: 107 },
    503,
    /plugin_waiting/,
  ],
  ['a rate limit with status 420', 420, {}, 503, /plugin_waiting/],
  ['an error with status 200', 200, { error: 'Filter Error', status_code: 104 }, 502, /Filter Error/],
])('Comic Vine reports %s', async (_, status, body, expected, said) => {
  const isolated = await startServed();
  try {
    const provider = await turnOn(isolated.server.admin, 'comicvine', key);
    isolated.services.answers.set(`${comicVine}/volume/4050-1/`, (_asked, response) => {
      response.writeHead(status).end(JSON.stringify(body));
    });
    const answered = await provider.get('4050-1');
    expect([answered.status, JSON.stringify(answered.body)]).toEqual([expected, expect.stringMatching(said)]);
  } finally {
    await isolated.stop();
  }
});

const metron = 'metron.cloud/api';
test('Metron: signs in with an account, strips the year from names, and maps role lists and Comic Vine ids', async () => {
  const provider = await on('metron', { credentials: { username: 'me', password: 'pass:word' } });
  answer(`${metron}/series/`, {
    count: 2,
    results: [
      { id: 1, series: 'Saga (2012)', year_began: 2012, issue_count: 66 },
      { id: 2, name: 'Saga Classics', year_began: 1990 },
    ],
  });
  expect((await provider.search('Saga')).body.results).toMatchObject([
    { externalId: '1', title: 'Saga', year: 2012, relevance: 1 },
    { externalId: '2', title: 'Saga Classics' },
  ]);
  const { authorization } = asked()[0]?.headers ?? {};
  expect(Buffer.from(authorization?.replace('Basic ', '') ?? '', 'base64').toString()).toBe('me:pass:word');
  const series = {
    id: 1,
    name: 'Saga',
    year_began: 2012,
    issue_count: 66,
    status: 'Hiatus',
    desc: 'Two soldiers.',
    publisher: { id: 1, name: 'Image' },
    genres: [{ id: 1, name: 'Science Fiction' }],
    cv_id: 48_549,
    gcd_id: null,
  };
  answer(`${metron}/series/1/`, series);
  const { body } = await provider.get('1');
  expect([body.dropped, body.fields]).toMatchObject([
    [],
    {
      title: 'Saga',
      status: 'hiatus',
      publisher: 'Image',
      genres: ['Science Fiction'],
      externalIds: [
        { source: 'api:metron', externalId: '1' },
        { source: 'api:comicvine', externalId: '4050-48549' },
      ],
    },
  ]);
  // The count of a running series is not a total.
  expect(Object.keys(body.fields)).not.toContain('totalVolumeCount');
  answer(`${metron}/series/3/`, { ...series, id: 3, status: 'Completed' });
  expect((await provider.get('3')).body.fields).toMatchObject({ status: 'ended', totalVolumeCount: 66 });
  answer(`${metron}/issue/`, {
    results: [
      {
        id: 7,
        series: { name: 'Saga', volume: 1, year_began: 2012 },
        number: '12',
        cover_date: '2013-04-01',
      },
    ],
  });
  expect((await provider.search('Saga #012', 'book')).body.results).toMatchObject([
    { externalId: '7', title: 'Saga #12' },
  ]);
  expect(Object.fromEntries(asked().at(-1)?.query ?? [])).toEqual({
    series_name: 'Saga',
    number: '12',
  });
  answer(`${metron}/issue/7/`, {
    id: 7,
    number: '12',
    name: ['Chapter Twelve', 'More'],
    title: '',
    cover_date: '2013-04-01',
    page: 32,
    isbn: '',
    credits: [
      { id: 1, creator: 'Brian K. Vaughan', role: [{ id: 1, name: 'Writer' }] },
      {
        id: 2,
        creator: 'Fiona Staples',
        role: [{ name: 'Artist' }, { name: 'Cover' }, { name: 'Production' }],
      },
    ],
    cv_id: 99,
  });
  expect((await provider.get('7', 'book')).body.fields).toMatchObject({
    title: 'Chapter Twelve / More',
    seriesPosition: 12,
    pageCount: 32,
    authors: [
      { name: 'Brian K. Vaughan', role: 'writer' },
      { name: 'Fiona Staples', role: 'illustrator' },
      { name: 'Fiona Staples', role: 'cover_artist' },
    ],
    externalIds: [{ externalId: '7' }, { source: 'api:comicvine', externalId: '4000-99' }],
  });
});
