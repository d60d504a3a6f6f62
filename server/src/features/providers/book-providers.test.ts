// Book providers against simulated services, including the quirks of each API.
import { expect, test } from 'vitest';
import { serveProviders, startServed, turnOn } from '../../../test/plugins/services.ts';

const { answer, answerBy, asked, on } = serveProviders();

const openLibrary = 'openlibrary.org';
test('Open Library: resolves an ISBN to an edition, and the edition to its work and authors', async () => {
  const provider = await on('openlibrary', { config: { contact: 'me@example.org' } });
  answerBy(`${openLibrary}/isbn/9780140328721.json`, (_, response) => {
    response.writeHead(302, { location: 'https://openlibrary.org/books/OL7353617M.json' }).end();
  });
  answer(`${openLibrary}/books/OL7353617M.json`, {
    key: '/books/OL7353617M',
    title: 'Fantastic Mr. Fox',
    works: [{ key: '/works/OL45804W' }],
    publishers: ['Puffin', 'Other'],
    publish_date: 'October 1, 1988',
    number_of_pages: 96,
    isbn_10: ['0140328726'],
    isbn_13: ['9780140328721', 'wrong'],
    covers: [-1, 8739161],
    languages: [{ key: '/languages/ger' }],
    series: ['A series, #2'],
    contributions: ['Quentin Blake (Illustrator)', 'Somebody'],
    contributors: [{ role: 'Translator', name: 'Charles Schmidt' }],
  });
  // A merged work redirects to another work.
  answer(`${openLibrary}/works/OL45804W.json`, {
    type: { key: '/type/redirect' },
    location: '/works/OL45883W',
  });
  answer(`${openLibrary}/works/OL45883W.json`, {
    key: '/works/OL45883W',
    type: { key: '/type/work' },
    title: 'Fantastic Mr Fox',
    description: { type: '/type/text', value: 'A <b>fox</b> &amp; farmers.' },
    subjects: ['Foxes', ...Array.from({ length: 50 }, (_, i) => `Noise ${i}`)],
  });
  answer(`${openLibrary}/search.json`, {
    docs: [
      {
        key: '/works/OL45883W',
        title: 'Fantastic Mr Fox',
        author_name: ['Roald Dahl'],
        first_publish_year: 1970,
      },
    ],
  });
  const matched = await provider.match({ kind: 'book', title: 'Other', authors: [], isbn: '0-14-032872-6' });
  expect(matched.body).toMatchObject({
    match: { externalId: '/books/OL7353617M', year: 1988 },
    confidence: 0.99,
  });
  expect(asked().at(-1)?.headers['user-agent']).toMatch(/^Lectern\/\S+ \(me@example\.org\)$/);
  const { body } = await provider.get('/books/OL7353617M', 'book');
  expect([body.dropped, body.fields]).toMatchObject([
    [],
    {
      externalUrl: 'https://openlibrary.org/books/OL7353617M',
      title: 'Fantastic Mr. Fox',
      summary: 'A fox & farmers.',
      publisher: 'Puffin',
      releaseDate: '1988-10-01',
      originalYear: 1970,
      language: 'de',
      pageCount: 96,
      isbn: '9780140328721',
      isbns: ['9780140328721'],
      translator: 'Charles Schmidt',
      authors: [
        { name: 'Roald Dahl', role: 'author' },
        { name: 'Quentin Blake', role: 'illustrator' },
      ],
      coverUrl: 'https://covers.openlibrary.org/b/id/8739161-L.jpg?default=false',
      externalIds: [{ externalId: '/books/OL7353617M' }, { externalId: '/works/OL45883W' }],
    },
  ]);
  expect((body.fields as { subjects: string[] }).subjects).toHaveLength(20);
  expect(asked().at(-1)?.query.get('q')).toBe('key:/works/OL45883W');
});

test('Open Library: falls back to the title for an unknown ISBN, reports deleted works as missing, accepts URLs as ids', async () => {
  const provider = await on('openlibrary');
  answer(`${openLibrary}/search.json`, {
    docs: [{ key: '/works/OL1W', title: 'Emma', author_name: ['Jane Austen'] }],
  });
  const wanted = { kind: 'book', title: 'Emma', authors: ['Austen, Jane'], isbn: '9780140328721' };
  expect((await provider.match(wanted)).body).toMatchObject({
    match: { externalId: '/works/OL1W' },
    confidence: 1,
  });
  answer(`${openLibrary}/works/OL1W.json`, { key: '/works/OL1W', title: 'Emma', description: 'A text.' });
  const page = await provider.get('https://openlibrary.org/works/OL1W/Emma', 'book');
  expect(page.body.fields).toMatchObject({ externalId: '/works/OL1W', summary: 'A text.' });
  answer(`${openLibrary}/works/OL2W.json`, { type: { key: '/type/delete' } });
  answer(`${openLibrary}/works/OL3W.json`, {
    type: { key: '/type/redirect' },
    location: '/works/../../admin',
  });
  for (const id of ['/works/OL2W', '/works/OL3W', '/works/OL4W', '/authors/OL1A', '/works/OL1W/../x'])
    expect((await provider.get(id, 'book')).body.reason).toBe('plugin_said');
});

const google = 'www.googleapis.com/books/v1/volumes';
const key = { credentials: { api_key: 'g-key' } };
test('Google Books: returns HTTPS cover links without the curled corner, splits category paths, ignores page counts of 0', async () => {
  expect((await on('googlebooks')).plugin).toMatchObject({ state: 'needs_setup' });
  const provider = await on('googlebooks', { ...key, config: { country: 'DE', language: 'de' } });
  const volume = {
    id: 'zyTCAlFPjgYC',
    volumeInfo: {
      title: 'The Google story',
      subtitle: 'Inside',
      authors: ['David A. Vise'],
      publisher: 'Delacorte',
      publishedDate: '2005-11*',
      description: '<p>About &amp; <b>more</b></p>',
      industryIdentifiers: [
        { type: 'ISBN_10', identifier: '055380457X' },
        { type: 'ISBN_13', identifier: '9780553804577' },
        { type: 'OTHER', identifier: 'OCLC:1' },
      ],
      pageCount: 0,
      categories: ['Business & Economics / General', 'Fiction / Fantasy / General'],
      averageRating: 3.5,
      ratingsCount: 136,
      language: 'en',
      seriesInfo: { bookDisplayNumber: '2', volumeSeries: [{ seriesId: 'x', orderNumber: 2 }] },
      imageLinks: {
        thumbnail: 'http://books.google.com/books/content?id=zyTC&printsec=frontcover&img=1&zoom=1&edge=curl',
        large: 'http://books.google.com/books/content?id=zyTC&zoom=4&edge=curl',
      },
    },
  };
  answer(`${google}/zyTCAlFPjgYC`, volume);
  answer(google, { items: [volume] });
  const { body } = await provider.get('zyTCAlFPjgYC', 'book');
  expect([body.dropped, body.fields]).toMatchObject([
    [],
    {
      title: 'The Google story',
      summary: 'About & more',
      year: 2005,
      isbns: ['9780553804577'],
      genres: ['Business & Economics', 'Fiction', 'Fantasy'],
      seriesPosition: 2,
      externalRatings: [{ score: 70, source: 'googlebooks', voteCount: 136 }],
      coverUrl: 'https://books.google.com/books/content?id=zyTC&zoom=4',
      covers: [
        { url: 'https://books.google.com/books/content?id=zyTC&zoom=4' },
        { url: 'https://books.google.com/books/content?id=zyTC&printsec=frontcover&img=1&zoom=1' },
      ],
    },
  ]);
  for (const name of ['pageCount', 'releaseDate']) expect(Object.keys(body.fields)).not.toContain(name);
  await provider.search('9780553804577', 'book');
  expect(Object.fromEntries(asked().at(-1)?.query ?? [])).toEqual({
    q: 'isbn:9780553804577',
    maxResults: '10',
    printType: 'books',
    langRestrict: 'de',
    key: 'g-key',
    country: 'DE',
  });
});

test.each<[string, number, object, RegExp, number]>([
  [
    'an exhausted quota with status 400',
    400,
    { errors: [{ reason: 'dailyLimitExceeded' }] },
    /plugin_waiting/,
    503,
  ],
  [
    'an exhausted quota with status 403',
    403,
    { message: 'Quota exceeded for quota metric' },
    /plugin_waiting/,
    503,
  ],
  ['an exhausted quota with status 429', 429, {}, /plugin_waiting/, 503],
  [
    'an invalid key with status 400',
    400,
    { message: 'API key not valid. Please pass a valid API key.' },
    /rejected the API key/,
    502,
  ],
  [
    'a missing country',
    403,
    { message: 'Cannot determine user location for geographically restricted operation.' },
    /country/,
    502,
  ],
])('Google Books reports %s', async (_, status, error, said, expected) => {
  const isolated = await startServed();
  try {
    const provider = await turnOn(isolated.server.admin, 'googlebooks', key);
    isolated.services.answers.set(google, (_asked, response) => {
      response.writeHead(status).end(JSON.stringify({ error: { code: status, ...error } }));
    });
    const answered = await provider.search('x', 'book');
    expect([answered.status, JSON.stringify(answered.body)]).toEqual([expected, expect.stringMatching(said)]);
    expect(JSON.stringify(answered.body)).not.toContain('g-key');
    // An exhausted quota is temporary, so the state does not become `needs_setup`.
    const { state } = await provider.again();
    expect(state).toBe(expected === 503 ? 'ready' : 'needs_setup');
  } finally {
    await isolated.stop();
  }
});

const hardcover = 'api.hardcover.app/v1/graphql';
test('Hardcover: accepts tokens with or without Bearer, parses results sent as a string, and maps ratings and roles', async () => {
  const provider = await on('hardcover', { credentials: { token: 'Bearer hc_pat_1' } });
  const document = {
    id: '427',
    title: 'Mistborn',
    author_names: ['Brandon Sanderson'],
    release_year: 2006,
    rating: 4.4,
  };
  answer(hardcover, {
    data: { search: { results: JSON.stringify({ hits: [{ document }, { document: {} }] }) } },
  });
  expect((await provider.search('mistborn', 'book')).body.results).toMatchObject([
    { externalId: '427', title: 'Mistborn', year: 2006, authors: ['Brandon Sanderson'], relevance: 1 },
  ]);
  expect(asked().at(-1)?.headers.authorization).toBe('Bearer hc_pat_1');
  answer(hardcover, { data: { search: { results: { hits: [{ document }] } } } });
  expect((await provider.search('mistborn 2', 'book')).body.results).toHaveLength(1);
  answer(hardcover, {
    data: {
      books: [
        {
          id: 427,
          slug: 'mistborn',
          title: 'Mistborn',
          description: 'Ash &amp; <i>mist</i>',
          pages: 541,
          rating: 4.37,
          ratings_count: 900,
          release_date: '2006-07-17',
          cached_contributors: [
            { author: { name: 'Brandon Sanderson' }, contribution: null },
            { author: { name: 'A Painter' }, contribution: 'Illustrator' },
            { author: { name: 'A Voice' }, contribution: 'Narrator' },
            { author: { name: 'A Translator' }, contribution: 'Translator' },
          ],
          cached_tags: { Genre: [{ tag: 'Fantasy' }], Mood: [{ tag: 'dark' }] },
          featured_book_series: { position: 1, series: { name: 'Mistborn', books_count: 7 } },
          image: { url: 'https://assets.hardcover.app/1.jpg' },
          editions: [
            {
              isbn_13: '9780553804577',
              isbn_10: '055380457X',
              publisher: { name: 'Tor' },
              language: { language: 'English' },
            },
          ],
        },
      ],
    },
  });
  const { body } = await provider.get('427', 'book');
  expect([body.dropped, body.fields]).toMatchObject([
    [],
    {
      externalUrl: 'https://hardcover.app/books/mistborn',
      summary: 'Ash & mist',
      publisher: 'Tor',
      language: 'en',
      pageCount: 541,
      seriesPosition: 1,
      seriesTotal: 7,
      genres: ['Fantasy'],
      translator: 'A Translator',
      authors: [
        { name: 'Brandon Sanderson', role: 'author' },
        { name: 'A Painter', role: 'illustrator' },
      ],
      isbns: ['9780553804577'],
      externalRatings: [{ score: 87.4, source: 'hardcover', voteCount: 900 }],
    },
  ]);
  const byIsbn = await provider.match({ kind: 'book', title: 'x', authors: [], isbn: '9780553804577' });
  expect(byIsbn.body).toMatchObject({
    match: { externalId: '427', authors: ['Brandon Sanderson'] },
    confidence: 0.99,
  });
  expect(asked().at(-1)?.json.variables).toEqual({ isbn: '9780553804577' });
  answer(hardcover, { errors: [{ message: 'Malformed Authorization header: JWT expired' }] });
  expect((await provider.get('428', 'book')).body.message).toMatch(/rejected the token/);
  expect((await provider.again()).state).toBe('needs_setup');
});
