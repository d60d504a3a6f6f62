// Writes each field into a package document: elements to remove, elements to add, and their position.
import type { Contributor, EmbeddedMetadata } from '../metadata.ts';
import { parsePartialDate } from '../values/date.ts';
import { parseIsbn } from '../values/isbn.ts';
import { parseLanguage } from '../values/language.ts';
import { parseRole } from '../values/role.ts';
import type { XmlRange } from '../xml/edit.ts';
import { toTag } from '../xml/escape.ts';
import type { XmlAttributes } from '../xml/read.ts';
import type { OpfElements } from './edit-elements.ts';
import { relatorCodes } from './write.ts';

interface OpfEdit {
  removed: readonly XmlRange[];
  /** Elements to add in sequence. */
  added: readonly string[];
  /** Element after which they are inserted, usually the removed one; otherwise the end. */
  at?: XmlRange | undefined;
}

type Writer = (opf: OpfElements, metadata: EmbeddedMetadata) => OpfEdit;

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
  opf: OpfElements,
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  text: string,
): string => {
  const needsOpf = Object.keys(attributes).some((attribute) => attribute.startsWith('opf:'));
  const declared = { ...opf.declares.dc, ...(needsOpf && opf.declares.opf) };
  return toTag(`${opf.dcPrefix}${name}`, { ...declared, ...attributes }, text);
};

/** `<meta name="…" content="…"/>`, which EPUB 3 permits for older readers. */
const oldMeta = ({ opfPrefix }: OpfElements, name: string, content: string): string =>
  toTag(`${opfPrefix}meta`, { name, content });

const newMeta = (
  { opfPrefix }: OpfElements,
  attributes: Readonly<Record<string, string | undefined>>,
  text: string,
): string => toTag(`${opfPrefix}meta`, attributes, text);

const metasOf = ({ metas }: OpfElements, name: string): XmlRange[] =>
  metas.filter(({ attributes }) => attributes.refines === undefined && nameOf(attributes) === name);

const nameOf = (attributes: XmlRange['attributes']): string | undefined =>
  (attributes.property ?? attributes.name)?.trim();

/** Replaces the text of the first element, which keeps its id, and removes the others. */
function replaceFirst(
  opf: OpfElements,
  found: readonly XmlRange[],
  {
    name,
    value,
    attributes = {},
  }: { name: string; value: string | undefined; attributes?: Record<string, string> },
): OpfEdit {
  const [first, ...others] = found;
  const gone = others.flatMap(opf.withRefinements);
  if (value === undefined)
    return { removed: [...(first ? opf.withRefinements(first) : []), ...gone], added: [] };
  const kept = first ? { ...first.attributes } : attributes;
  return {
    removed: [...(first ? [first] : []), ...gone],
    added: [dcTag(opf, name, kept, value)],
    at: first,
  };
}

/** Writes the displayed title with its sort title; others, such as a subtitle, are kept. */
const title: Writer = (opf, { title: value, titleSort }) => {
  const titles = opf.named('title');
  const typeOf = (range: XmlRange) => opf.refining(range, 'title-type')?.toLowerCase();
  const main =
    titles.find((range) => typeOf(range) === 'main') ??
    titles.find((range) => typeOf(range) === undefined) ??
    titles[0];
  // A package must have a title.
  if (value === undefined) return { removed: [], added: [] };
  const { 'opf:file-as': formerSort, ...attributes } = main?.attributes ?? {};
  const sorting = main
    ? opf.withRefinements(main).filter(({ attributes: one }) => one.property === 'file-as')
    : [];
  const metas = metasOf(opf, 'calibre:title_sort');
  const former = sorting[0]?.text ?? formerSort ?? metas[0]?.attributes.content;
  // The sort title of the former title does not apply to the new one.
  const isOfFormer = main?.text.trim() !== value.trim() && titleSort === former?.trim();
  return {
    removed: [...(main ? [main] : []), ...sorting, ...metas],
    added: toTitle(opf, { value, attributes, titleSort: isOfFormer ? undefined : titleSort }),
    at: main,
  };
};

/** In OPF 2, only persons have an `opf:file-as`. calibre has its own element for titles. */
function toTitle(
  opf: OpfElements,
  {
    value,
    attributes,
    titleSort,
  }: { value: string; attributes: XmlAttributes; titleSort: string | undefined },
): string[] {
  if (titleSort === undefined) return [dcTag(opf, 'title', attributes, value)];
  if (!opf.isEpub3)
    return [dcTag(opf, 'title', attributes, value), oldMeta(opf, 'calibre:title_sort', titleSort)];
  const id = attributes.id ?? opf.newId('title');
  return [
    dcTag(opf, 'title', { ...attributes, id }, value),
    newMeta(opf, { refines: `#${id}`, property: 'file-as' }, titleSort),
  ];
}

const isPerson = (opf: OpfElements, range: XmlRange): boolean => {
  const role = opf.refining(range, 'role') ?? range.attributes['opf:role'] ?? range.attributes.role;
  if (role === undefined) return true;
  // Publishers and programs that made the file are not persons to display.
  return (
    parseRole(role.replace(/^.*[:/]/, '').trim()) !== undefined || !/^(?:pbl|bkp|mdc|dst)$/i.test(role.trim())
  );
};

const authors: Writer = (opf, { authors: people = [] }) => {
  const former = [...opf.named('creator'), ...opf.named('contributor')].filter((range) =>
    isPerson(opf, range),
  );
  const [first] = former.toSorted((a, b) => a.start - b.start);
  return {
    removed: former.flatMap(opf.withRefinements),
    added: people.flatMap((person) => toPerson(opf, person)),
    at: first,
  };
};

function toPerson(opf: OpfElements, { name, role, sortName }: Contributor): string[] {
  const isCreator = role === 'author' || role === 'co_author' || role === 'writer';
  const element = isCreator ? 'creator' : 'contributor';
  const code = relatorCodes[role];
  if (!opf.isEpub3) return [dcTag(opf, element, { 'opf:role': code, 'opf:file-as': sortName }, name)];
  const id = opf.newId(element);
  const refines = `#${id}`;
  return [
    dcTag(opf, element, { id }, name),
    newMeta(opf, { refines, property: 'role', scheme: 'marc:relators' }, code),
    ...(sortName === undefined ? [] : [newMeta(opf, { refines, property: 'file-as' }, sortName)]),
  ];
}

const single =
  (name: 'description' | 'publisher', field: 'summary' | 'publisher'): Writer =>
  (opf, metadata) => {
    // Readers use only the first element.
    const found = opf.named(name).slice(0, metadata[field] === undefined ? undefined : 1);
    return replaceFirst(opf, found, { name, value: metadata[field] });
  };

const language: Writer = (opf, { language: value }) => {
  const found = opf.named('language').filter(({ text }) => parseLanguage(text) !== undefined);
  // A package must have a language (EPUB 3.3, 5.5.3.1.3).
  if (value === undefined) return { removed: [], added: [] };
  return replaceFirst(opf, found.slice(0, 1), { name: 'language', value });
};

const releaseDate: Writer = (opf, { releaseDate: value }) => {
  const eventOf = ({ attributes }: XmlRange) =>
    (attributes['opf:event'] ?? attributes.event)?.trim().toLowerCase();
  const found = opf.named('date').filter((range) => {
    const event = eventOf(range);
    return event === undefined || /^(?:publication|published|issued)$/.test(event);
  });
  const known = found.toSorted((a, b) => Number(eventOf(b) !== undefined) - Number(eventOf(a) !== undefined));
  const attributes: Record<string, string> = opf.isEpub3 ? {} : { 'opf:event': 'publication' };
  if (value !== undefined && parsePartialDate(value) === undefined) return { removed: [], added: [] };
  return replaceFirst(opf, known, { name: 'date', value, attributes });
};

const isbns: Writer = (opf, { isbns: values = [] }) => {
  const former = opf.named('identifier').filter((range) => {
    const isNamed = /isbn/i.test(`${range.attributes['opf:scheme'] ?? ''} ${range.text}`);
    const digits = range.text.replace(/\D/g, '').length;
    return parseIsbn(range.text) !== undefined && (isNamed || digits === 13);
  });
  const own = former.filter(({ attributes }) => attributes.id === opf.uniqueId);
  const known = own.map(({ text }) => parseIsbn(text));
  return {
    removed: former.filter((range) => !own.includes(range)).flatMap(opf.withRefinements),
    added: values
      .filter((isbn) => !known.includes(isbn))
      .map((isbn) =>
        opf.isEpub3
          ? dcTag(opf, 'identifier', {}, `urn:isbn:${isbn}`)
          : dcTag(opf, 'identifier', { 'opf:scheme': 'ISBN' }, isbn),
      ),
  };
};

const subjects: Writer = (opf, { subjects: values = [] }) => {
  const former = opf.named('subject');
  return {
    removed: former.flatMap(opf.withRefinements),
    added: values.map((value) => dcTag(opf, 'subject', {}, value)),
    at: former[0],
  };
};

const genres: Writer = (opf, { genres: values = [] }) => ({
  removed: metasOf(opf, 'schema:genre').flatMap(opf.withRefinements),
  added: values.map((value) =>
    opf.isEpub3 ? newMeta(opf, { property: 'schema:genre' }, value) : oldMeta(opf, 'schema:genre', value),
  ),
});

/** Writes name and position together, for calibre and for EPUB 3. */
const series: Writer = (opf, { series: name, seriesPosition, number }) => {
  const collections = metasOf(opf, 'belongs-to-collection');
  const stated = collections.filter(
    (range) => opf.refining(range, 'collection-type')?.toLowerCase() === 'series',
  );
  const calibre = ['calibre:series', 'calibre:series_index'].flatMap((property) => metasOf(opf, property));
  const numbered = collections.filter((range) => opf.refining(range, 'group-position') !== undefined);
  const former = stated.length > 0 || calibre.length > 0 ? stated : numbered.slice(0, 1);
  const removed = [...former.flatMap(opf.withRefinements), ...calibre.flatMap(opf.withRefinements)];
  const position = seriesPosition ?? number;
  if (name === undefined) return { removed, added: [] };
  const place = position === undefined ? undefined : String(position);
  const id = opf.newId('series');
  const collection = [
    newMeta(opf, { property: 'belongs-to-collection', id }, name),
    newMeta(opf, { refines: `#${id}`, property: 'collection-type' }, 'series'),
    ...(place === undefined ? [] : [newMeta(opf, { refines: `#${id}`, property: 'group-position' }, place)]),
  ];
  return {
    removed,
    added: [
      ...(opf.isEpub3 ? collection : []),
      oldMeta(opf, 'calibre:series', name),
      ...(place === undefined ? [] : [oldMeta(opf, 'calibre:series_index', place)]),
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
