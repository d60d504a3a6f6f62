// Multiplies books: copies the rows of a scanned library within its database under new ids, names and keys. The copies
// are for measuring lists; their files do not exist.
import { randomBytes } from 'node:crypto';
import { createRichMetadata } from './rich-metadata.ts';
import { type DataLocation, newId, openRows, type Row, type Rows, toCopy } from './rows.ts';
import { makeVocabulary } from './vocabulary.ts';

const booksOfSeries = 20;
const genreCount = 30;
/** Each series has three of the people and five of the tags. */
const personCount = 500;
const tagCount = 100;
/** A million books have about 300,000 different words in titles and names, and smaller libraries relatively more. */
const maxCorrections = 300_000;

/**
 * Adds rows to the database of a stopped server until it has the given number of books, 20 per series. With `isRich`,
 * they have as much metadata as after matching with a provider.
 */
export async function multiplyBooks(place: DataLocation, books: number, isRich = false): Promise<void> {
  const rows = await openRows(place);
  const toFirst = async (table: string) =>
    toCopy((await rows.read(`select * from "${table}" limit 1`))[0] ?? {});
  const samples = {
    series: await toFirst('series'),
    book: await toFirst('book'),
    metadata: await toFirst('bookMetadata'),
  };
  const [{ known } = {}] = await rows.read('select count(*) as known from book');
  const genres = await makeTerms(rows, 'genre', genreCount);
  const people = await makeTerms(rows, 'author', personCount);
  const tags = await makeTerms(rows, 'tag', tagCount);
  const vocabulary = makeVocabulary();
  const rich = isRich ? createRichMetadata(vocabulary) : undefined;
  const nowMs = Date.now();
  for (let i = Number(known); i < books; i += booksOfSeries) {
    const place = Math.floor(i / booksOfSeries);
    const genre = pick(genres, place);
    const series = toSeries(samples.series, { i, nowMs, title: vocabulary.title(2) });
    const richSeries = rich?.ofSeries(series.id, nowMs);
    await rows.add('series', { ...series, ...richSeries?.columns });
    if (richSeries) await rows.add('seriesMetadata', richSeries.metadata);
    await rows.addWords('series', series.id, { title: series.title, rest: series.path });
    await rows.add('seriesTerm', { seriesId: series.id, termId: genre, role: '' });
    for (const step of [7, 13, 29])
      await rows.add('seriesTerm', {
        seriesId: series.id,
        termId: pick(people, place * step + step),
        role: 'writer',
      });
    for (const step of [3, 11, 17, 23, 31])
      await rows.add('seriesTerm', {
        seriesId: series.id,
        termId: pick(tags, place * step + step),
        role: '',
      });
    for (let n = 1; n <= booksOfSeries; n++) {
      const year = 1940 + ((i / booksOfSeries + n) % 85);
      const book = { ...toBook(samples.book, series, { i, n, nowMs, title: vocabulary.title(3) }), year };
      await rows.add('book', book);
      const { id, title } = book;
      const richBook = rich?.ofBook(id, nowMs);
      const metadata = { ...samples.metadata, id: newId(), bookId: id, title };
      await rows.add('bookMetadata', { ...metadata, ...richBook?.columns });
      if (richBook) await rows.add('bookEdit', richBook.edit);
      await rows.addWords('book', id, { title: `${title} ${series.title}`, rest: title });
      await rows.add('bookTerm', { bookId: id, termId: genre, role: '' });
    }
  }
  await rows.addCorrections(vocabulary.listWords(Math.min(books, maxCorrections)));
  await rows.run(
    'update library set "bookCount" = (select count(*) from book), "seriesCount" = (select count(*) from series)',
  );
  await rows.finish();
}

interface At {
  /** Number of books before this series. */
  i: number;
  nowMs: number;
  title: string;
}

function toSeries(sample: Row, { i, nowMs, title: words }: At) {
  const key = randomBytes(5).toString('hex');
  const title = `${words} ${key.slice(0, 4)}`;
  return {
    ...sample,
    id: newId(),
    seriesKey: key,
    path: key,
    title,
    titleFolded: title,
    titleKey: title,
    bookCount: booksOfSeries,
    createdAt: nowMs - i,
    booksUpdatedAt: nowMs - i,
    year: 1950 + ((i / booksOfSeries) % 75),
  };
}

function toBook(
  sample: Row,
  series: ReturnType<typeof toSeries>,
  { i, n, nowMs, title: words }: At & { n: number },
) {
  const title = `${words} ${randomBytes(3).toString('hex')}`;
  return {
    ...sample,
    id: newId(),
    seriesId: series.id,
    folder: series.path,
    fileName: `${title}.cbz`,
    fileKey: title,
    fileHash: randomBytes(16).toString('hex'),
    title,
    titleFolded: title,
    titleKey: title,
    number: n,
    numberText: String(n),
    numberValue: n,
    orderNumber: n,
    orderKey: `1~\u0001${String(n).padStart(9, '0')}\u0001${title}`,
    seriesTitleKey: series.titleKey,
    createdAt: nowMs - i * 7 - n,
    updatedAt: nowMs - i * 7 - n,
  };
}

const pick = (ids: readonly string[], n: number): string => ids[n % ids.length] ?? '';

/** Returns the ids of terms, such as `genre 7`. */
async function makeTerms(rows: Rows, kind: string, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, i) => `${kind} ${i}`);
  for (const name of names) {
    await rows.run(`insert into term (id, kind, name, "nameFolded", "nameKey")
      values ('${newId()}', '${kind}', '${name}', '${name}', '${name}') on conflict do nothing`);
  }
  const known = await rows.read(`select id, name from term where kind = '${kind}'`);
  const ids = new Map(known.map(({ id, name }) => [name, String(id)]));
  return names.map((name) => ids.get(name) ?? '');
}
