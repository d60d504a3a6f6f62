// Users and books of a server under test, by name.
import type { BookDto } from '@lectern/contract/libraries/books';
import { type Client, makeCbz } from '@lectern/server/testing';
import { password } from '../browser/web.ts';

/** Creates readers with the common test password. Returns their ids. */
export async function addReaders(admin: Client, ...usernames: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const username of usernames) {
    const account = { username, email: `${username}@example.org`, password, role: 'reader' };
    const answer = await admin.post<{ id: string }>('/api/v1/users', account);
    if (answer.status !== 201) throw new Error(`${username}: ${answer.bytes.toString()}`);
    ids.push(answer.body.id);
  }
  return ids;
}

/** Returns the book whose path has this suffix. */
export async function findBook(admin: Client, end: string): Promise<BookDto> {
  const { body } = await admin.get<{ data: BookDto[] }>('/api/v1/books?pageSize=500');
  const book = body.data.find(({ path }) => path.endsWith(end));
  if (!book) throw new Error(`Book ${end} not found`);
  return book;
}

/** Files of series with two comics each: `Series 1/Series 1 01.cbz`. */
export async function makePairs(seriesCount: number): Promise<Record<string, Buffer>> {
  const files: Record<string, Buffer> = {};
  for (let n = 1; n <= seriesCount; n++) {
    files[`Series ${n}/Series ${n} 01.cbz`] = await makeCbz({ mark: `a${n}`, pages: 4 });
    files[`Series ${n}/Series ${n} 02.cbz`] = await makeCbz({ mark: `b${n}`, pages: 4 });
  }
  return files;
}

const genres = ['Horror', 'Crime', 'Humour'];

/** Files of 26 series with two comics each, one series per letter, with genre, year and publisher. */
export async function makeTales(): Promise<Record<string, Buffer>> {
  const files: Record<string, Buffer> = {};
  for (let n = 0; n < 26; n++) {
    const letter = String.fromCharCode(65 + n);
    const comicInfo = `<Genre>${genres[n % 3]}</Genre><Year>${1990 + n}</Year><Publisher>House ${n % 2}</Publisher>`;
    for (const number of [1, 2])
      files[`${letter}ar Tales/${letter}ar Tales ${number}.cbz`] = await makeCbz({
        mark: `${letter}${number}`,
        pages: 3,
        comicInfo,
      });
  }
  return files;
}
