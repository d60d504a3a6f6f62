// Exports bookmarks and highlights of one or several books as Markdown.
import type { Annotation, OwnAnnotation } from './annotations.ts';
import type { Locator } from './progress.ts';

interface Labels {
  title: string;
  bookmark: string;
  /** "42 %" */
  percent(share: number): string;
  /** "page 3" */
  page(number: number): string;
}

/** Escapes characters with a meaning in Markdown. */
const escapeMarkdown = (text: string): string => text.replace(/[\\`*_[\]<>#]/g, '\\$&');
const quote = (text: string): string =>
  escapeMarkdown(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => `> ${line}`)
    .join('\n');

export function toMarkdown(annotations: readonly Annotation[], labels: Labels): string {
  return join([`# ${escapeMarkdown(labels.title)}`, ...toParts(annotations, labels, '##')]);
}

/** Exports several books, each below its title. */
export function toMarkdownOfBooks(annotations: readonly OwnAnnotation[], labels: Labels): string {
  const books = Map.groupBy(annotations, ({ bookId }) => bookId);
  const parts = [...books.values()].flatMap((own) => {
    const [{ bookTitle = '', seriesName = '' } = {}] = own;
    const series = seriesName === '' || seriesName === bookTitle ? [] : [escapeMarkdown(seriesName)];
    return [
      `## ${escapeMarkdown(bookTitle)}`,
      ...series,
      ...toParts(own.toSorted(byPosition), labels, '###'),
    ];
  });
  return join([`# ${escapeMarkdown(labels.title)}`, ...parts]);
}

const join = (parts: readonly string[]): string => `${parts.join('\n\n')}\n`;

const byPosition = (a: Annotation, b: Annotation): number => toOrder(a) - toOrder(b);

/** Sort key of an annotation within its book. */
export const toOrder = ({ locator }: Pick<Annotation, 'locator'>): number =>
  findPageNumber(locator) ?? locator.locations?.totalProgression ?? 0;

function toParts(
  annotations: readonly Annotation[],
  { bookmark, percent, page }: Labels,
  chapterMark: string,
): string[] {
  let chapter: string | undefined;
  return annotations.flatMap(({ kind, locator, text, note }) => {
    const number = findPageNumber(locator);
    const where = number === undefined ? percent(locator.locations?.totalProgression ?? 0) : page(number);
    const chapterTitle = locator.title ?? undefined;
    const heading =
      chapterTitle !== undefined && chapterTitle !== chapter
        ? [`${chapterMark} ${escapeMarkdown(chapterTitle)}`]
        : [];
    chapter = chapterTitle ?? chapter;
    const begin = kind === 'bookmark' ? `**${escapeMarkdown(bookmark)}** (${where})` : `(${where})`;
    return [...heading, begin, ...(text ? [quote(text)] : []), ...(note ? [escapeMarkdown(note)] : [])];
  });
}

/** Page number of a locator in a comic or PDF. Undefined for other books. */
export function findPageNumber({ href, locations }: Locator): number | undefined {
  const { position, totalProgression } = locations ?? {};
  return href.startsWith('pages/') || totalProgression == null ? (position ?? undefined) : undefined;
}
