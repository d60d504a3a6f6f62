// A KOReader in the matrix: a page for comics and PDFs, a file of the text with a share of the whole for EPUBs.
import type { CreatedKoreaderPassword } from '@lectern/contract/koreader';
import type { Locator } from '@lectern/contract/progress';
import { createKoreader, type KoreaderDevice, partialMd5 } from '../devices/koreader.ts';
import { type Dialect, isPaged, type Place, type Reader, type Target } from './dialect.ts';

interface Devices {
  writing: KoreaderDevice;
  /** Another one of the same reader: a device takes no notice of what it said itself. */
  reading: KoreaderDevice;
}

const known = new WeakMap<Reader, Devices>();

async function findDevices(reader: Reader): Promise<Devices> {
  const before = known.get(reader);
  if (before) return before;
  const { body } = await reader.web.post<CreatedKoreaderPassword>('/api/v1/user/koreader', { name: 'all' });
  const account = { url: reader.web.url, username: body.username, password: body.password };
  const devices = {
    writing: createKoreader({ ...account, deviceId: 'ONE' }),
    reading: createKoreader({ ...account, deviceId: 'TWO' }),
  };
  known.set(reader, devices);
  return devices;
}

/** The file of the text in which a place lies, counted from 1. */
async function findFragment({ web }: Reader, { bookId }: Target, { page }: Place): Promise<number> {
  const { body } = await web.get<{ positions: Locator[] }>(`/api/v1/books/${bookId}/positions`);
  const names = [...new Set(body.positions.map(({ href }) => href))];
  return 1 + names.indexOf(body.positions[page - 1]?.href ?? '');
}

export const koreader: Dialect = {
  name: 'KOReader',
  async write(reader, target, { place }) {
    const { writing } = await findDevices(reader);
    const document = partialMd5(target.bytes);
    if (isPaged(target)) await writing.push(document, place.page, place.page / target.pages);
    else {
      const fragment = await findFragment(reader, target, place);
      await writing.push(document, `/body/DocFragment[${fragment}]/body/p/text().0`, place.share);
    }
    return true;
  },
  async read(reader, target) {
    const { reading } = await findDevices(reader);
    const found = await reading.pull(partialMd5(target.bytes), -1);
    if (found.kind !== 'moved') return undefined;
    const isEnd = found.percentage === 1;
    return isPaged(target) ? { page: Number(found.progress), isEnd } : { share: found.percentage, isEnd };
  },
};
