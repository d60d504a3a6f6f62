// Maps the `description` of a FictionBook (FictionBook 2.1) to the common shape.
import { orNothing } from '../../epub/archive.ts';
import type { FormatError } from '../../error.ts';
import type { Limits } from '../../limits.ts';
import type { Contributor, ContributorRole, EmbeddedMetadata } from '../../metadata.ts';
import { parsePartialDate, toDateFields } from '../../values/date.ts';
import { toDefined } from '../../values/defined.ts';
import { parseIsbn } from '../../values/isbn.ts';
import { parseLanguage } from '../../values/language.ts';
import { toMembership } from '../../values/membership.ts';
import { toPlainText } from '../../values/plain-text.ts';
import { toDistinct, toLine, toList } from '../../values/text.ts';
import { parseXml } from '../../xml/tree.ts';
import { childrenOf, findAttribute, findElement, type MarkupElement, textWithin } from '../markup/walk.ts';

export interface Description {
  metadata: EmbeddedMetadata;
  /** Ids of cover images. */
  covers: string[];
  /** The error of a description that was read after repairs. */
  faults: FormatError[];
}

/** Returns the element of the description; the rest of the document is incomplete. */
const elementOf = (head: string): string => {
  const start = head.search(/<(?:\w{1,20}:)?description[\s>]/);
  const end = /<\/(?:\w{1,20}:)?description\s{0,9}>/.exec(head);
  return start < 0 || end === null ? head : head.slice(start, end.index + end[0].length);
};

export function readDescription(head: string, limits: Limits): Description {
  const faults: FormatError[] = [];
  const onRepair = (fault: FormatError) => void faults.push(fault);
  const root = orNothing(() => parseXml(Buffer.from(elementOf(head)), limits, { onRepair }));
  const description = root?.name === 'description' ? root : findElement(root, 'description');
  const title = childrenOf(description, 'title-info')[0];
  const publish = childrenOf(description, 'publish-info')[0];
  const lineOf = (parent: MarkupElement | undefined, name: string) =>
    childrenOf(parent, name).flatMap((child) => toLine(textWithin(child)) ?? [])[0];
  const series = toSeries(title) ?? toSeries(publish);
  const isbn = parseIsbn(lineOf(publish, 'isbn') ?? '');
  const authors = [...toPeople(title, 'author', 'author'), ...toPeople(title, 'translator', 'translator')];
  const covers = childrenOf(childrenOf(title, 'coverpage')[0], 'image').flatMap(
    ({ attributes }) => findAttribute(attributes, 'href')?.replace(/^#/, '') || [],
  );
  const metadata = toDefined<EmbeddedMetadata>({
    source: 'fb2',
    title: lineOf(title, 'book-title'),
    originalTitle: lineOf(childrenOf(description, 'src-title-info')[0], 'book-title'),
    summary: toSummary(childrenOf(title, 'annotation')[0], limits),
    authors: authors.length > 0 ? authors : undefined,
    series: series?.name,
    numberText: series?.numberText,
    number: series?.number,
    seriesPosition: series?.number,
    genres: toDistinct(childrenOf(title, 'genre').map(textWithin)),
    tags: toList(childrenOf(title, 'keywords').map(textWithin).join(',')),
    language: parseLanguage(lineOf(title, 'lang') ?? ''),
    publisher: lineOf(publish, 'publisher'),
    isbns: isbn === undefined ? undefined : [isbn],
    ...toDateFields(toDate(lineOf(publish, 'year')) ?? toDate(dateOf(title))),
  });
  return { metadata, covers, faults };
}

const dateOf = (title: MarkupElement | undefined): string | undefined => {
  const [date] = childrenOf(title, 'date');
  return date && (date.attributes.value ?? textWithin(date));
};

const toDate = (text: string | undefined) => (text === undefined ? undefined : parsePartialDate(text));

function toPeople(title: MarkupElement | undefined, name: string, role: ContributorRole): Contributor[] {
  return childrenOf(title, name).flatMap((person) => {
    const part = (of: string) => toLine(textWithin(childrenOf(person, of)[0]));
    const first = part('first-name');
    const middle = part('middle-name');
    const last = part('last-name');
    const given = [first, middle].filter((part) => part !== undefined).join(' ');
    const full = [given, last].filter((part) => part !== undefined && part !== '').join(' ');
    const shown = toLine(full) ?? part('nickname') ?? toLine(textWithin(person));
    if (shown === undefined) return [];
    const sortName = last !== undefined && given !== '' ? `${last}, ${given}` : undefined;
    return [toDefined<Contributor>({ name: shown, role, sortName })];
  });
}

/** Returns the first series. Nested series are parts of it. */
function toSeries(info: MarkupElement | undefined) {
  const [sequence] = childrenOf(info, 'sequence');
  const name = toLine(sequence?.attributes.name ?? '');
  return name === undefined ? undefined : toMembership(name, toLine(sequence?.attributes.number ?? ''));
}

/** Returns one line per paragraph. */
function toSummary(annotation: MarkupElement | undefined, { maxTextLength }: Limits): string | undefined {
  if (!annotation) return undefined;
  const lines = annotation.children.map((child) => (typeof child === 'string' ? child : textWithin(child)));
  return toPlainText(
    lines
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join('\n\n'),
    maxTextLength,
  );
}
