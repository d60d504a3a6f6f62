// Real pages: JPEGs from the comics in the folder that LECTERN_CORPUS names.
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArchiveIndex } from '@lectern/formats/archive/open';
import { listPageEntries } from '@lectern/formats/archive/pages';
import { readEntryNow } from '@lectern/formats/archive/read';
import { defaultLimits } from '@lectern/formats/limits';
import { bytesSource } from '@lectern/formats/source';

const minBytes = 100_000;
const maxBytes = 2_000_000;
const pagesOfEach = 20;

/** Takes one page of each comic in turn, without duplicates. Returns an empty list without the folder. */
export function readCorpusPages(): Uint8Array[] {
  const corpus = process.env.LECTERN_CORPUS;
  const comics = corpus === undefined ? [] : globSync(join(corpus, '{Comics,Manga}', '**', '*.cbz')).sort();
  const seen = new Set<string>();
  const pages = comics.map((comic) =>
    readJpegs(comic).filter((page) => {
      const hash = createHash('sha1').update(page).digest('hex');
      return !seen.has(hash) && seen.add(hash);
    }),
  );
  return Array.from({ length: pagesOfEach }, (_, turn) => pages.flatMap((of) => of[turn] ?? [])).flat();
}

function readJpegs(comic: string): Uint8Array[] {
  const source = bytesSource(readFileSync(comic));
  const index = readArchiveIndex(source, defaultLimits);
  return listPageEntries(index)
    .filter(
      ({ name, sizeBytes }) => /[.]jpe?g$/i.test(name) && sizeBytes >= minBytes && sizeBytes <= maxBytes,
    )
    .slice(0, pagesOfEach)
    .map((entry) => readEntryNow({ source, index, limits: defaultLimits }, entry));
}
