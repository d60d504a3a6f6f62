// Reads the metadata section of a package: Dublin Core with EPUB 2 attributes or EPUB 3 refinements.
import type { Limits } from '../limits.ts';
import { toDefined } from '../values/defined.ts';
import { parseWhole } from '../values/number.ts';
import { splitPeople } from '../values/people.ts';
import { toPlainText } from '../values/plain-text.ts';
import { parseRole } from '../values/role.ts';
import { toLine, toLines } from '../values/text.ts';
import type { XmlElement } from '../xml/tree.ts';
import { attribute, elements, textOf } from '../xml/tree.ts';
import type { Metas } from './metas.ts';
import { readMetas } from './metas.ts';
import type {
  Opf,
  OpfCollection,
  OpfDate,
  OpfIdentifier,
  OpfPerson,
  OpfRendition,
  OpfTitle,
} from './types.ts';

/** The part of a package that comes from its metadata section. */
export type OpfMetadata = Omit<
  Opf,
  'version' | 'pageProgressionDirection' | 'manifest' | 'spine' | 'toc' | 'guide'
>;

const maxSectionElements = 5000;

/** `uniqueId` is the package's unique-identifier: the id of its own identifier. */
export function readMetadata(section: XmlElement | undefined, uniqueId: string, limits: Limits): OpfMetadata {
  const all = section === undefined ? [] : flatten(section);
  const metas = readMetas(all);
  const named = groupByName(all);
  const get = (name: string) => named.get(name) ?? [];
  const texts = (name: string) => get(name).flatMap((element) => toLine(textOf(element)) ?? []);
  return {
    titles: get('title').flatMap((element) => toTitle(element, metas)),
    people: all.flatMap((element) => toPerson(element, metas)),
    collections: metas.elementsOf('belongs-to-collection').flatMap((element) => toCollection(element, metas)),
    identifiers: get('identifier').flatMap((element) => toIdentifier(element, metas, uniqueId)),
    dates: get('date').flatMap(toDate),
    languages: texts('language'),
    publishers: texts('publisher'),
    subjects: texts('subject'),
    metas: metas.plain,
    rendition: toRendition(metas),
    ...toDefined<Pick<OpfMetadata, 'modified' | 'description' | 'rights'>>({
      modified: metas.plain.get('dcterms:modified')?.[0],
      description: toPlainText(unwrap(textOf(get('description')[0])), limits.maxTextLength),
      rights: toLines(textOf(get('rights')[0]), limits.maxTextLength),
    }),
  };
}

/** Line breaks followed by white space are only formatting of the source. */
function unwrap(text: string): string {
  return text.replace(/\n[ \t]+(?=\S)/g, ' ');
}

/** Returns the elements of the section. The two groups of OEB 1 are replaced by their elements. */
function flatten(section: XmlElement): XmlElement[] {
  const isGroup = (element: XmlElement) => /^(?:dc|x)-metadata$/i.test(element.name);
  return elements(section)
    .flatMap((element) => (isGroup(element) ? elements(element) : [element]))
    .slice(0, maxSectionElements);
}

function groupByName(all: readonly XmlElement[]): Map<string, XmlElement[]> {
  const named = new Map<string, XmlElement[]>();
  for (const element of all) {
    const name = element.name.toLowerCase();
    const group = named.get(name);
    if (group === undefined) named.set(name, [element]);
    else group.push(element);
  }
  return named;
}

function toTitle(element: XmlElement, metas: Metas): OpfTitle[] {
  const text = toLine(textOf(element));
  if (text === undefined) return [];
  return [
    toDefined<OpfTitle>({
      text,
      type: metas.refining(element, 'title-type')[0]?.toLowerCase(),
      sort: metas.refining(element, 'file-as')[0] ?? toLine(attribute(element, 'file-as') ?? ''),
      sequence: toSequence(element, metas),
    }),
  ];
}

/** Returns the people of one element: some writers put several names, or a name and its role, into one. */
function toPerson(element: XmlElement, metas: Metas): OpfPerson[] {
  const kind = element.name.toLowerCase();
  if (kind !== 'creator' && kind !== 'contributor') return [];
  const refined = metas.refining(element, 'role');
  const roles = (refined.length > 0 ? refined : [attribute(element, 'role') ?? '']).flatMap(toRoleCodes);
  const sortName = metas.refining(element, 'file-as')[0] ?? toLine(attribute(element, 'file-as') ?? '');
  const names = splitPeople(toLine(textOf(element)) ?? '');
  const sortNames = names.length === 1 ? [sortName] : (sortName ?? '').split(/ & |;/);
  return names.map((written, i) => {
    const stated = roles.length > 0 ? undefined : nameWithRole.exec(written);
    const role = stated?.[2] === undefined || parseRole(stated[2]) === undefined ? undefined : stated[2];
    const person = toDefined<Omit<OpfPerson, 'roles'>>({
      name: role === undefined ? written : (stated?.[1] ?? written),
      kind,
      sortName: sortNames.length === names.length ? toLine(sortNames[i] ?? '') : undefined,
      sequence: toSequence(element, metas),
    });
    return { ...person, roles: role === undefined ? roles.slice(0, 20) : [role.toLowerCase()] };
  });
}

/** "Ann Author (Translator)". */
const nameWithRole = /^([^([]{1,200}[^\s([])\s{1,9}[([]([^()[\]]{2,30})[)\]]$/;

/** "marc:aut" and "http://id.loc.gov/vocabulary/relators/aut" also contain the code. "aut, ill" are two. */
function toRoleCodes(text: string): string[] {
  const code = (role: string) =>
    role
      .toLowerCase()
      .replace(/^.*[:/]/, '')
      .trim();
  const parts = parseRole(code(text)) === undefined ? text.split(/[,;|&]|\band\b/, 20) : [text];
  return parts.map(code).filter((role) => role !== '');
}

function toCollection(element: XmlElement, metas: Metas): OpfCollection[] {
  const name = toLine(textOf(element)) ?? toLine(attribute(element, 'content') ?? '');
  if (name === undefined) return [];
  return [
    toDefined<OpfCollection>({
      name,
      type: metas.refining(element, 'collection-type')[0]?.toLowerCase(),
      position: metas.refining(element, 'group-position')[0],
    }),
  ];
}

function toIdentifier(element: XmlElement, metas: Metas, uniqueId: string): OpfIdentifier[] {
  const value = toLine(textOf(element));
  if (value === undefined) return [];
  return [
    toDefined<OpfIdentifier>({
      value,
      scheme: toLine(attribute(element, 'scheme') ?? '') ?? metas.refining(element, 'identifier-type')[0],
      isUnique: uniqueId !== '' && attribute(element, 'id') === uniqueId,
    }),
  ];
}

function toDate(element: XmlElement): OpfDate[] {
  const value = toLine(textOf(element));
  if (value === undefined) return [];
  return [toDefined<OpfDate>({ value, event: attribute(element, 'event')?.trim().toLowerCase() })];
}

function toSequence(element: XmlElement, metas: Metas): number | undefined {
  return parseWhole(metas.refining(element, 'display-seq')[0] ?? '', 0);
}

function toRendition(metas: Metas): OpfRendition {
  const value = (name: string) => metas.plain.get(`rendition:${name}`)?.[0]?.toLowerCase();
  return toDefined<OpfRendition>({
    layout: oneOf(value('layout'), ['reflowable', 'pre-paginated', 'roll']),
    spread: oneOf(value('spread'), ['auto', 'none', 'both', 'landscape', 'portrait']),
    orientation: oneOf(value('orientation'), ['auto', 'portrait', 'landscape']),
    flow: oneOf(value('flow'), ['auto', 'paginated', 'scrolled-continuous', 'scrolled-doc']),
  });
}

/** Returns `value` if it is one of `allowed`. */
export function oneOf<T extends string>(value: string | undefined, allowed: readonly T[]): T | undefined {
  return allowed.find((word) => word === value);
}
