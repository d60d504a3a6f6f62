// Sample data of a household: reading progress, lists, notes, users.
import { randomUUID } from 'node:crypto';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Client } from '@lectern/server/testing';

/** Throws if no book's path contains the title. */
export async function findBook(admin: Client, title: string): Promise<BookDto> {
  const { body } = await admin.get<{ data: BookDto[] }>('/api/v1/books?pageSize=500');
  const book = body.data.find(({ path }) => path.includes(title));
  if (!book) throw new Error(`There is no ${title}`);
  return book;
}

const findBooks = (admin: Client, titles: readonly string[]): Promise<BookDto[]> =>
  Promise.all(titles.map((title) => findBook(admin, title)));

export async function fillHousehold(admin: Client): Promise<void> {
  for (const fill of [addReading, addLists, addNotes, addPeople]) await fill(admin);
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

async function addReading(admin: Client): Promise<void> {
  const read = await findBooks(admin, ['Harbour of Clouds 01', 'The Clockmaker 01', 'The Lamplighters 01']);
  // Reads to the last page, which counts as finished in the statistics.
  for (const { id, pageCount } of read)
    await admin.put(`/api/v1/books/${id}/progress`, { currentPage: pageCount });
  const sessions = Array.from({ length: 40 }, (_, day) => {
    const endedAtMs = Date.now() - day * dayMs - 2 * 60 * minuteMs;
    const minutes = 12 + ((day * 17) % 41);
    return {
      id: randomUUID(),
      bookId: read[day % read.length]?.id,
      startedAt: new Date(endedAtMs - minutes * minuteMs).toISOString(),
      endedAt: new Date(endedAtMs).toISOString(),
      pagesRead: Math.round(minutes / 1.4),
      deviceName: day % 3 === 0 ? 'Tablet' : 'Phone',
    };
  });
  await admin.post('/api/v1/reading-sessions', { sessions: sessions.filter((_, day) => day % 5 !== 4) });
  const places: [string, number][] = [
    ['Paper Foxes 01', 9],
    ['Nine Small Moons 03', 4],
    ['The Lamplighters 02', 7],
  ];
  for (const [title, currentPage] of places)
    await admin.put(`/api/v1/books/${(await findBook(admin, title)).id}/progress`, { currentPage });
}

async function addLists(admin: Client): Promise<void> {
  const series = async (titles: readonly string[]) =>
    (await findBooks(admin, titles)).map(({ seriesId }) => seriesId);
  const collections = {
    'Rainy Sundays': ['The Quiet Orchard', 'Paper Foxes 01', 'A Map of Winter 01', 'Little Comet 01'],
    'By the sea': ['The Last Ferry 01', 'Tidewatch 01', 'Harbour of Clouds 01'],
  };
  for (const [name, titles] of Object.entries(collections))
    await admin.post('/api/v1/collections', { name, ordered: true, ids: await series(titles) });
  const crossing = ['Tidewatch 01', 'Nine Small Moons 01', 'Tidewatch 02', 'Nine Small Moons 02'];
  const ids = (await findBooks(admin, crossing)).map(({ id }) => id);
  await admin.post('/api/v1/readlists', { name: 'The moon and the tide', ids });
  for (const title of ['Under Green Glass', 'Salt and Copper 02'])
    await admin.post(`/api/v1/want-to-read/books/${(await findBook(admin, title)).id}`);
  const condition = { genre: { operator: 'is', value: 'Mystery' } };
  await admin.post('/api/v1/filter-presets', {
    name: 'Mysteries',
    scope: 'list',
    target: 'series',
    condition,
    sort: 'title,asc',
    pinned: true,
  });
}

async function addNotes(admin: Client): Promise<void> {
  const novel = await findBook(admin, 'Lighthouse');
  const comic = await findBook(admin, 'The Clockmaker 02');
  const locator = {
    href: 'resources/OEBPS/l2.xhtml',
    title: 'Letter 2',
    locations: { position: 2, progression: 0.1, totalProgression: 0.4 },
  };
  await admin.put(`/api/v1/books/${novel.id}/annotations/${randomUUID()}`, {
    kind: 'highlight',
    color: 'yellow',
    locator,
    text: 'a small warm point that did not move',
    note: 'The lamp again.',
  });
  await admin.put(`/api/v1/books/${comic.id}/annotations/${randomUUID()}`, {
    kind: 'bookmark',
    locator: { href: 'pages/5', locations: { position: 5 } },
    text: 'Page 5',
  });
}

async function addPeople(admin: Client): Promise<void> {
  for (const [username, role] of [
    ['mia', 'reader'],
    ['theo', 'maintainer'],
  ])
    await admin.post('/api/v1/users', {
      username,
      email: `${username}@example.org`,
      password: 'for pictures only',
      role,
    });
  await admin.post('/api/v1/admin/sharing-tags', { name: 'For all ages' });
  await admin.post('/api/v1/api-keys', { name: 'Backup script' });
}
