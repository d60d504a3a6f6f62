// A library folder that changes between scans: some books are permanent, others are added and deleted.
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Dice } from '../fuzz/dice.ts';
import { makeCbz } from '../makers/books.ts';

export interface Shelf {
  folder: string;
  /** Adds, deletes, renames or restores some files. */
  change(): Promise<void>;
  /**
   * Makes one change of each kind: adds, deletes, restores, renames and rewrites files, and changes series metadata.
   */
  changeAll(): Promise<void>;
  /** Number of existing book files. */
  count(): number;
  /** Folders with their numbers of book files. */
  listSeries(): { name: string; books: number }[];
}

const stable = 24;
const maxBatches = 10;

export async function makeShelf(folder: string, dice: Dice): Promise<Shelf> {
  let batches = 0;
  let renamed = 0;
  for (let n = 0; n < stable; n++) {
    const series = join(folder, `Stable ${n % 4}`);
    mkdirSync(series, { recursive: true });
    const comicInfo = `<Genre>Genre ${n % 5}</Genre><Writer>Writer ${n % 3}</Writer>`;
    writeFileSync(join(series, `Book ${n}.cbz`), await makeCbz({ pages: 9, mark: `stable ${n}`, comicInfo }));
  }
  const listBatches = () =>
    readdirSync(folder)
      .filter((name) => name.startsWith('Batch'))
      .toSorted((a, b) => Number(a.split(' ')[1]) - Number(b.split(' ')[1]));
  async function addBatch(): Promise<void> {
    const name = `Batch ${++batches}`;
    mkdirSync(join(folder, name));
    for (let n = 0; n < 2 + dice.below(10); n++)
      writeFileSync(
        join(folder, name, `${name} ${n}.cbz`),
        await makeCbz({ pages: 1, mark: `${name} ${n}` }),
      );
  }
  /** Renames a permanent file, which remains the same book. */
  function rename(): void {
    const series = join(folder, `Stable ${dice.below(4)}`);
    const file = dice.pick(readdirSync(series));
    renameSync(join(series, file), join(series, `${file.replace(/( r\d+)?\.cbz$/, '')} r${++renamed}.cbz`));
  }
  const away: { from: string; to: string }[] = [];
  /** Deletes a permanent file until the next call. */
  function takeTurns(): void {
    const series = join(folder, `Stable ${dice.below(4)}`);
    const file = dice.pick(readdirSync(series));
    const back = away.pop();
    away.push({ from: join(series, file), to: join(folder, '..', file) });
    for (const { from, to } of away) renameSync(from, to);
    if (back) renameSync(back.to, back.from);
  }
  return {
    folder,
    async change() {
      const there = listBatches();
      for (let left = dice.below(4); left > 0; left--) rename();
      if (dice.chance(0.4)) takeTurns();
      if (there.length > maxBatches) rmSync(join(folder, there[0] ?? ''), { recursive: true });
      await addBatch();
    },
    async changeAll() {
      const [oldest] = listBatches();
      if (oldest !== undefined) rmSync(join(folder, oldest), { recursive: true });
      takeTurns();
      rename();
      await addBatch();
      const written = `Written ${++renamed}`;
      const edited = join(folder, 'Edited');
      mkdirSync(edited, { recursive: true });
      writeFileSync(join(edited, 'Edited 1.cbz'), await makeCbz({ pages: 1 + (renamed % 3), mark: written }));
      const about = { version: '1.0.2', metadata: { type: 'comicSeries', name: 'Edited', comicid: renamed } };
      writeFileSync(
        join(edited, 'series.json'),
        JSON.stringify({ ...about, metadata: { ...about.metadata, description_text: written } }),
      );
    },
    listSeries: () =>
      readdirSync(folder).map((name) => ({
        name,
        books: readdirSync(join(folder, name)).filter((file) => file.endsWith('.cbz')).length,
      })),
    count: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
        (item) => item.isFile() && item.name.endsWith('.cbz'),
      ).length,
  };
}
