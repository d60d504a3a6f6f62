import { mkdtempSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { type OpenFile, OpenFiles } from './open-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-open-'));
afterEach(() => vi.useRealTimers());
const aFile = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const text = async (file: OpenFile) => (await file.read(0, 100)).toString();
const openCount = () => readdirSync('/proc/self/fd').length;

test('reads bytes at an offset, fewer at the end, and none past it', async () => {
  const files = new OpenFiles();
  const path = aFile('a', '0123456789');
  const parts = await files.use(path, (file) =>
    Promise.all([file.read(2, 3), file.read(8, 10), file.read(50, 1)]),
  );
  expect(parts.map(String)).toEqual(['234', '89', '']);
  files.closeAll();
});

test('a replaced file is opened again, and earlier requests finish with the old one', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const files = new OpenFiles();
  const path = aFile('b', 'old');
  await files.use(path, async (file) => {
    renameSync(aFile('b.new', 'new!'), path);
    vi.setSystemTime(Date.now() + 2_000);
    expect(await files.use(path, text)).toBe('new!');
    expect(await text(file)).toBe('old');
  });
  files.closeAll();
});

test('a file changed in place is detected by its time', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const files = new OpenFiles();
  const path = aFile('c', 'one');
  const before = await files.use(path, async (file) => file.modifiedUs);
  writeFileSync(path, 'two');
  utimesSync(path, 1, 1);
  vi.setSystemTime(Date.now() + 2_000);
  expect(await files.use(path, async (file) => file.modifiedUs)).not.toBe(before);
  files.closeAll();
});

test("a missing file throws the file system's error, even if it was open before", async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const files = new OpenFiles();
  const path = aFile('d', 'x');
  await files.use(path, text);
  rmSync(path);
  vi.setSystemTime(Date.now() + 2_000);
  await expect(files.use(path, text)).rejects.toMatchObject({ code: 'ENOENT' });
});

test.skipIf(process.platform !== 'linux')(
  'limits the number of open files, and closes all at the end',
  async () => {
    const before = openCount();
    const files = new OpenFiles(3);
    const paths = Array.from({ length: 10 }, (_, i) => aFile(`e${i}`, String(i)));
    expect(await Promise.all(paths.map((path) => files.use(path, text)))).toEqual(
      paths.map((_, i) => String(i)),
    );
    await expect.poll(openCount).toBeLessThanOrEqual(before + 3);
    files.closeAll();
    await expect.poll(openCount).toBeLessThanOrEqual(before);
  },
);
