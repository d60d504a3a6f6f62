// Public facts of about 950 series and books for measuring the matching: many ordinary names, works of one name (novels
// and their comics, relaunches, remakes, editions), and translations that begin years after the original.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export interface Work {
  /** English title first, then romanized and native titles. */
  titles: readonly [string, ...string[]];
  /** Year of the original. */
  year: number;
  kind: 'manga' | 'webtoon' | 'novel' | 'comic';
  volumes: number;
  people: readonly string[];
  /** Year and publisher of the English edition. */
  edition: { year: number; publisher: string };
  isHeldOut: boolean;
}

/** Returns a number from 0 to 1 that depends only on the texts. */
export function chance(...texts: readonly (string | number)[]): number {
  return createHash('sha256').update(texts.join('\n')).digest().readUInt32BE() / 2 ** 32;
}

const publishers: Readonly<Record<Work['kind'], readonly string[]>> = {
  manga: ['Viz', 'Kodansha', 'Yen Press', 'Dark Horse', 'Seven Seas', 'Tokyopop'],
  webtoon: ['Yen Press', 'Webtoon Unscrolled', 'Seven Seas'],
  novel: ['Yen Press', 'Tor', 'Penguin', 'Seven Seas', 'Orbit'],
  comic: ['DC Comics', 'Marvel', 'Image', 'Dark Horse', 'Cinebook'],
};
const longestDelay = 10;

/** Whether a title is written in a Japanese, Korean or Chinese script. */
export const isAsian = ({ kind, titles }: Pick<Work, 'kind' | 'titles'>): boolean =>
  kind === 'manga' ||
  kind === 'webtoon' ||
  (kind === 'novel' &&
    titles.some((title) => /[\p{Script=Han}\p{Script=Kana}\p{Script=Hira}\p{Script=Hang}]/u.test(title)));

const split = (text: string | undefined): string[] => (text ?? '').split(';').filter((one) => one !== '');

/** Made-up edition of a work whose edition is not in the table. */
function makeEdition(work: Pick<Work, 'titles' | 'year' | 'kind'>): Work['edition'] {
  const key = `${work.titles[0]} ${work.year} ${work.kind}`;
  const names = publishers[work.kind];
  return {
    year: isAsian(work) ? work.year + 1 + Math.floor(chance(key, 'delay') * longestDelay) : work.year,
    publisher: names[Math.floor(chance(key, 'publisher') * names.length)] ?? '',
  };
}

/** Works of one name are in the same half. */
const isHeldOut = (title: string): boolean => chance(title.toLowerCase(), 'half') < 0.5;

const isKind = (kind: string | undefined): kind is Work['kind'] => kind !== undefined && kind in publishers;

export const readWorks = (): Work[] =>
  readFileSync(new URL('works.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [title = '', others, year, kind, volumes, people, editionYear, publisher = ''] = line.split('\t');
      if (!isKind(kind)) throw new Error(`Unknown kind: ${line}`);
      const work = { titles: [title, ...split(others)], year: Number(year), kind } satisfies Partial<Work>;
      return {
        ...work,
        titles: [title, ...split(others)],
        volumes: Number(volumes),
        people: split(people),
        edition:
          editionYear === undefined
            ? makeEdition({ ...work, titles: [title, ...split(others)] })
            : { year: Number(editionYear), publisher },
        isHeldOut: isHeldOut(title),
      };
    });
