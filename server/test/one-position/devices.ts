// KOReader and Kobo as simulated devices.
import type { CreatedKoboDevice } from '@lectern/contract/devices/kobo';
import type { CreatedKoreaderPassword } from '@lectern/contract/devices/koreader';
import type { Locator } from '@lectern/contract/reading/progress';
import { createKoboDevice, type KoboDevice, type KoboReadingState } from '../devices/kobo.ts';
import { createKoreader, type KoreaderDevice, partialMd5 } from '../devices/koreader.ts';
import { type BookPosition, type Dialect, isPaged, type Reader, type Target } from './dialect.ts';

/** Creates one instance per reader on first use. */
function perReader<T>(make: (reader: Reader) => Promise<T>): (reader: Reader) => Promise<T> {
  const made = new WeakMap<Reader, Promise<T>>();
  return (reader) => {
    const before = made.get(reader) ?? make(reader);
    made.set(reader, before);
    return before;
  };
}

interface Chapter {
  /** Number of the text document, from 1. */
  number: number;
  /** Path of the EPUB entry. */
  name: string;
  /** Position in the document, 0 to 1. */
  share: number;
}

async function findChapter({ web }: Reader, { bookId }: Target, { share }: BookPosition): Promise<Chapter> {
  const path = `/api/v1/books/${bookId}/positions`;
  const { positions, total } = (await web.get<{ positions: Locator[]; total: number }>(path)).body;
  const hrefs = [...new Set(positions.map(({ href }) => href))];
  const { href = '' } = positions[Math.min(total - 1, Math.floor(share * total))] ?? {};
  const before = positions.findIndex((one) => one.href === href);
  const count = positions.filter((one) => one.href === href).length;
  return {
    number: hrefs.indexOf(href) + 1,
    name: href.replace('resources/', ''),
    share: Math.min(1, Math.max(0, (share * total - before) / count)),
  };
}

const koreaderOf = perReader(async ({ web }): Promise<KoreaderDevice> => {
  const { body } = await web.post<CreatedKoreaderPassword>('/api/v1/user/koreader', { name: 'matrix' });
  return createKoreader({ url: web.url, username: body.username, password: body.password });
});

const requestFromKoreader = async (reader: Reader, { bytes }: Target) =>
  (await (await koreaderOf(reader)).raw('GET', `/syncs/progress/${partialMd5(bytes)}`, [200])).body as {
    progress: string;
    percentage?: number;
  };

const koreader: Dialect = {
  name: 'KOReader',
  async write(reader, target, { place }) {
    const device = await koreaderOf(reader);
    const document = partialMd5(target.bytes);
    if (isPaged(target)) await device.push(document, String(place.page), place.page / target.pages);
    else {
      const { number } = await findChapter(reader, target, place);
      await device.push(document, `/body/DocFragment[${number}]/body/p/text().9`, place.share);
    }
    return true;
  },
  async read(reader, target) {
    const { progress, percentage } = await requestFromKoreader(reader, target);
    if (percentage === undefined) return undefined;
    const isEnd = percentage === 1;
    return isPaged(target) ? { page: Number(progress), isEnd } : { share: percentage, isEnd };
  },
  async putBack(reader, target) {
    const { progress, percentage = 0 } = await requestFromKoreader(reader, target);
    reader.wait(1_000);
    await (await koreaderOf(reader)).push(partialMd5(target.bytes), progress, percentage);
  },
};

const koboOf = perReader(async ({ web }): Promise<KoboDevice> => {
  const { body } = await web.post<CreatedKoboDevice>('/api/v1/user/kobo', { name: 'matrix' });
  const device = createKoboDevice(body.apiEndpoint);
  await device.start();
  return device;
});

/** Returns the book on the device after a sync. */
async function findHeld(reader: Reader, { bookId }: Target) {
  const device = await koboOf(reader);
  await device.sync();
  const held = device.library.get(bookId);
  if (!held) throw new Error('The book is not on the device');
  return { device, held };
}

const toSeconds = (at: Date): string => at.toISOString().replace(/\.\d+Z$/, 'Z');

const kobo: Dialect = {
  name: 'Kobo',
  kinds: ['epub'],
  isDated: true,
  async write(reader, target, { place, at = reader.now() }) {
    const { device, held } = await findHeld(reader, target);
    const chapter = await findChapter(reader, target, place);
    const LastModified = toSeconds(at);
    await device.read(held, {
      LastModified,
      StatusInfo: { LastModified, Status: place.isEnd ? 'Finished' : 'Reading' },
      CurrentBookmark: {
        LastModified,
        ProgressPercent: Math.round(place.share * 100),
        ContentSourceProgressPercent: Math.round(chapter.share * 100),
        Location: { Value: 'kobo.3.1', Type: 'KoboSpan', Source: chapter.name },
      },
    });
    // The device receives a newer position with the next sync, and nothing otherwise.
    await device.sync();
    return held.state.LastModified === LastModified;
  },
  async read(reader, { bookId }) {
    const device = await koboOf(reader);
    const { body } = await device.callJson<KoboReadingState[]>('GET', `/v1/library/${bookId}/state`);
    const { StatusInfo: { Status } = { Status: '' }, CurrentBookmark } = body[0] ?? {};
    if (Status === 'ReadyToRead') return undefined;
    const percent = CurrentBookmark?.ProgressPercent;
    return { isEnd: Status === 'Finished', ...(percent !== undefined && { share: percent / 100 }) };
  },
  async putBack(reader, target) {
    const { device, held } = await findHeld(reader, target);
    reader.wait(1_000);
    await device.read(held, { ...held.state, LastModified: toSeconds(reader.now()) });
  },
};

export const deviceDialects: readonly Dialect[] = [koreader, kobo];
