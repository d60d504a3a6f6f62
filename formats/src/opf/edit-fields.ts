// Writes each field into a package document: elements to remove, elements to add, and their position.
import type { Contributor, EmbeddedMetadata } from '../metadata.ts';
import { parsePartialDate } from '../values/date.ts';
import { parseIsbn } from '../values/isbn.ts';
import { parseLanguage } from '../values/language.ts';
import { parseRole } from '../values/role.ts';
import type { XmlRange } from '../xml/edit.ts';
import { toTag } from '../xml/escape.ts';
import type { XmlAttributes } from '../xml/read.ts';
import type { OpfPlaces } from './edit-places.ts';
import { relatorCodes } from './write.ts';

interface OpfEdit {
  removed: readonly XmlRange[];
  /** Elements to add in sequence. */
  added: readonly string[];
  /** Element after which they are inserted, usually the removed one; otherwise the end. */
  at?: XmlRange | undefined;
}

type Writer = (places: OpfPlaces, metadata: EmbeddedMetadata) => OpfEdit;

export type OpfField =
  | (
      | 'title'
      | 'authors'
      | 'summary'
      | 'publisher'
      | 'language'
      | 'releaseDate'
      | 'isbns'
      | 'subjects'
      | 'genres'
    )
  | ('titleSort' | 'series' | 'seriesPosition');

const dcTag = (
  places: OpfPlaces,
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  text: string,
): string => {
  const needsOpf = Object.keys(attributes).some((attribute) => attribute.startsWith('opf:'));
  const declared = { ...places.declares.dc, ...(needsOpf && places.declares.opf) };
  return toTag(`${places.dcPrefix}${name}`, { ...declared, ...attributes }, text);
};

/** `<meta name="…" content="…"/>`, which EPUB 3 permits for older readers. */
const oldMeta = ({ opfPrefix }: OpfPlaces, name: string, content: string): string =>
  toTag(`${opfPrefix}meta`, { name, content });

const newMeta = (
  { opfPrefix }: OpfPlaces,
  attributes: Readonly<Record<string, string | undefined>>,
  text: string,
): string => toTag(`${opfPrefix}meta`, attributes, text);

const metasOf = ({ metas }: OpfPlaces, name: string): XmlRange[] =>
  metas.filter(({ attributes }) => attributes.refines === undefined && nameOf(attributes) === name);

const nameOf = (attributes: XmlRange['attributes']): string | undefined =>
  (attributes.property ?? attributes.name)?.trim();

/** Replaces the text of the first element, which keeps its id, and removes the others. */
function replaceFirst(
  places: OpfPlaces,
  found: readonly XmlRange[],
  {
    name,
    value,
    attributes = {},
  }: { name: string; value: string | undefined; attributes?: Record<string, string> },
): OpfEdit {
  const [first, ...others] = found;
  const gone = others.flatMap(places.withRefinements);
  if (value === undefined)
    return { removed: [...(first ? places.withRefinements(first) : []), ...gone], added: [] };
  const kept = first ? { ...first.attributes } : attributes;
  return {
    removed: [...(first ? [first] : []), ...gone],
    added: [dcTag(places, name, kept, value)],
    at: first,
  };
}

/** Writes the displayed title with its sort title; others, such as a subtitle, are kept. */
const title: Writer = (places, { title: value, titleSort }) => {
  const titles = places.named('title');
  const typeOf = (range: XmlRange) => places.refining(range, 'title-type')?.toLowerCase();
  const main =
    titles.find((range) => typeOf(range) === 'main') ??
    titles.find((range) => typeOf(range) === undefined) ??
    titles[0];
  // A package must have a title.
  if (value === undefined) return { removed: [], added: [] };
  const { 'opf:file-as': formerSort, ...attributes } = main?.attributes ?? {};
  const sorting = main
    ? places.withRefinements(main).filter(({ attributes: one }) => one.property === 'file-as')
    : [];
  const metas = metasOf(places, 'calibre:title_sort');
  const former = sorting[0]?.text ?? formerSort ?? metas[0]?.attributes.content;
  // The sort title of the former title does not apply to the new one.
  const isOfFormer = main?.text.trim() !== value.trim() && titleSort === former?.trim();
  return {
    removed: [...(main ? [main] : []), ...sorting, ...metas],
    added: toTitle(places, { value, attributes, titleSort: isOfFormer ? undefined : titleSort }),
    at: main,
  };
};

/** In OPF 2, only persons have an `opf:file-as`. calibre has its own element for titles. */
function toTitle(
  places: OpfPlaces,
  {
    value,
    attributes,
    titleSort,
  }: { value: string; attributes: XmlAttributes; titleSort: string | undefined },
): string[] {
  if (titleSort === undefined) return [dcTag(places, 'title', attributes, value)];
  if (!places.isEpub3)
    return [dcTag(places, 'title', attributes, value), oldMeta(places, 'calibre:title_sort', titleSort)];
  const id = attributes.id ?? places.newId('title');
  return [
    dcTag(places, 'title', { ...attributes, id }, value),
    newMeta(places, { refines: `#${id}`, property: 'file-as' }, titleSort),
  ];
}

const isPerson = (places: OpfPlaces, range: XmlRange): boolean => {
  const role = places.refining(range, 'role') ?? range.attributes['opf:role'] ?? range.attributes.role;
  if (role === undefined) return true;
  // Publishers and programs that made the file are not persons to display.
  return (
    parseRole(role.replace(/^.*[:/]/, '').trim()) !== undefined || !/^(?:pbl|bkp|mdc|dst)$/i.test(role.trim())
  );
};

const authors: Writer = (places, { authors: people = [] }) => {
  const former = [...places.named('creator'), ...places.named('contributor')].filter((range) =>
    isPerson(places, range),
  );
  const [first] = former.toSorted((a, b) => a.start - b.start);
  return {
    removed: former.flatMap(places.withRefinements),
    added: people.flatMap((person) => toPerson(places, person)),
    at: first,
  };
};

function toPerson(places: OpfPlaces, { name, role, sortName }: Contributor): string[] {
  const isCreator = role === 'author' || role === 'co_author' || role === 'writer';
  const element = isCreator ? 'creator' : 'contributor';
  const code = relatorCodes[role];
  if (!places.isEpub3) return [dcTag(places, element, { 'opf:role': code, 'opf:file-as': sortName }, name)];
  const id = places.newId(element);
  const refines = `#${id}`;
  return [
    dcTag(places, element, { id }, name),
    newMeta(places, { refines, property: 'role', scheme: 'marc:relators' }, code),
    ...(sortName === undefined ? [] : [newMeta(places, { refines, property: 'file-as' }, sortName)]),
  ];
}

const single =
  (name: 'description' | 'publisher', field: 'summary' | 'publisher'): Writer =>
  (places, metadata) => {
    // Readers use only the first element.
    const found = places.named(name).slice(0, metadata[field] === undefined ? undefined : 1);
    return replaceFirst(places, found, { name, value: metadata[field] });
  };

const language: Writer = (places, { language: value }) => {
  const found = places.named('language').filter(({ text }) => parseLanguage(text) !== undefined);
  // A package must have a language (EPUB 3.3, 5.5.3.1.3).
  if (value === undefined) return { removed: [], added: [] };
  return replaceFirst(places, found.slice(0, 1), { name: 'language', value });
};

const releaseDate: Writer = (places, { releaseDate: value }) => {
  const eventOf = ({ attributes }: XmlRange) =>
    (attributes['opf:event'] ?? attributes.event)?.trim().toLowerCase();
  const found = places.named('date').filter((range) => {
    const event = eventOf(range);
    return event === undefined || /^(?:publication|published|issued)$/.test(event);
  });
  const known = found.toSorted((a, b) => Number(eventOf(b) !== undefined) - Number(eventOf(a) !== undefined));
  const attributes: Record<string, string> = places.isEpub3 ? {} : { 'opf:event': 'publication' };
  if (value !== undefined && parsePartialDate(value) === undefined) return { removed: [], added: [] };
  return replaceFirst(places, known, { name: 'date', value, attributes });
};

const isbns: Writer = (places, { isbns: values = [] }) => {
  const former = places.named('identifier').filter((range) => {
    const isNamed = /isbn/i.test(`${range.attributes['opf:scheme'] ?? ''} ${range.text}`);
    const digits = range.text.replace(/\D/g, '').length;
    return parseIsbn(range.text) !== undefined && (isNamed || digits === 13);
  });
  const own = former.filter(({ attributes }) => attributes.id === places.uniqueId);
  const known = own.map(({ text }) => parseIsbn(text));
  return {
    removed: former.filter((range) => !own.includes(range)).flatMap(places.withRefinements),
    added: values
      .filter((isbn) => !known.includes(isbn))
      .map((isbn) =>
        places.isEpub3
          ? dcTag(places, 'identifier', {}, `urn:isbn:${isbn}`)
          : dcTag(places, 'identifier', { 'opf:scheme': 'ISBN' }, isbn),
      ),
  };
};

const subjects: Writer = (places, { subjects: values = [] }) => {
  const former = places.named('subject');
  return {
    removed: former.flatMap(places.withRefinements),
    added: values.map((value) => dcTag(places, 'subject', {}, value)),
    at: former[0],
  };
};

const genres: Writer = (places, { genres: values = [] }) => ({
  removed: metasOf(places, 'schema:genre').flatMap(places.withRefinements),
  added: values.map((value) =>
    places.isEpub3
      ? newMeta(places, { property: 'schema:genre' }, value)
      : oldMeta(places, 'schema:genre', value),
  ),
});

/** Writes name and position together, for calibre and for EPUB 3. */
const series: Writer = (places, { series: name, seriesPosition, number }) => {
  const collections = metasOf(places, 'belongs-to-collection');
  const stated = collections.filter(
    (range) => places.refining(range, 'collection-type')?.toLowerCase() === 'series',
  );
  const calibre = ['calibre:series', 'calibre:series_index'].flatMap((one) => metasOf(places, one));
  const placed = collections.filter((range) => places.refining(range, 'group-position') !== undefined);
  const former = stated.length > 0 || calibre.length > 0 ? stated : placed.slice(0, 1);
  const removed = [...former.flatMap(places.withRefinements), ...calibre.flatMap(places.withRefinements)];
  const position = seriesPosition ?? number;
  if (name === undefined) return { removed, added: [] };
  const place = position === undefined ? undefined : String(position);
  const id = places.newId('series');
  const collection = [
    newMeta(places, { property: 'belongs-to-collection', id }, name),
    newMeta(places, { refines: `#${id}`, property: 'collection-type' }, 'series'),
    ...(place === undefined
      ? []
      : [newMeta(places, { refines: `#${id}`, property: 'group-position' }, place)]),
  ];
  return {
    removed,
    added: [
      ...(places.isEpub3 ? collection : []),
      oldMeta(places, 'calibre:series', name),
      ...(place === undefined ? [] : [oldMeta(places, 'calibre:series_index', place)]),
    ],
  };
};

export const opfWriters: Readonly<Record<OpfField, Writer>> = {
  title,
  // Written with the title.
  titleSort: () => ({ removed: [], added: [] }),
  authors,
  summary: single('description', 'summary'),
  publisher: single('publisher', 'publisher'),
  language,
  releaseDate,
  isbns,
  subjects,
  genres,
  series,
  // Written with the series.
  seriesPosition: () => ({ removed: [], added: [] }),
};
