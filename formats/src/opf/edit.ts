// Writes fields into the metadata of a package document, EPUB 2 (OPF 2.0.1) or EPUB 3 (EPUB 3.3, 5.5), in the
// form of its version. Everything else is kept: manifest, spine, unknown metadata, the unique identifier.
import { FormatError } from '../error.ts';
import type { Limits } from '../limits.ts';
import type { EmbeddedMetadata } from '../metadata.ts';
import { applyChanges, readEditable, toRemoval, type XmlChange } from '../xml/edit.ts';
import { toTag } from '../xml/escape.ts';
import { findOpfElements, type OpfElements } from './edit-elements.ts';
import { type OpfField, opfWriters } from './edit-fields.ts';

export type { OpfField } from './edit-fields.ts';
export const opfFieldNames: readonly string[] = Object.keys(opfWriters);

/**
 * Returns the document with the values of `fields` from `metadata`; fields without a value are removed.
 * `modifiedAt` is written as modification time if the version supports it. Throws FormatError `metadata` if
 * the document is malformed or not a package.
 */
export function editOpf(
  bytes: Uint8Array,
  { metadata, fields }: { metadata: EmbeddedMetadata; fields: readonly OpfField[] },
  { limits, modifiedAt }: { limits: Limits; modifiedAt: Date },
): string {
  const { text, elements } = readEditable(bytes, limits, 4);
  const opf = findOpfElements(text, elements);
  if (!opf)
    throw new FormatError('metadata', 'The package document has an unexpected root element', {
      reason: 'malformed',
    });
  if (fields.length === 0) return text;
  const edits = fields.map((field) => opfWriters[field](opf, metadata));
  const changes = edits.flatMap(({ removed, added, at }): XmlChange[] => [
    ...removed.map((range) => toRemoval(text, range)),
    ...insert(opf, added, at?.start === undefined ? undefined : at),
  ]);
  return applyChanges(text, [...distinct(changes), ...toModified(opf, modifiedAt)]);
}

/** An element may be removed for several reasons. */
function distinct(changes: readonly XmlChange[]): XmlChange[] {
  const seen = new Set<string>();
  return changes.filter(({ start, end, text }) => {
    const key = `${start} ${end}`;
    if (text !== '' || start === end) return true;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function insert(opf: OpfElements, lines: readonly string[], at: { end: number } | undefined): XmlChange[] {
  if (lines.length === 0) return [];
  const start = at?.end ?? opf.insertAt;
  return [{ start, end: start, text: lines.map((line) => opf.indent + line).join('') }];
}

/** EPUB 3.3, 5.5.5: time of the last modification. */
function toModified(opf: OpfElements, at: Date): XmlChange[] {
  if (!opf.isEpub3) return [];
  const time = at.toISOString().replace(/\.\d+Z$/, 'Z');
  const known = opf.metas.find(
    ({ attributes }) => attributes.property === 'dcterms:modified' && attributes.refines === undefined,
  );
  const tag = toTag(`${opf.opfPrefix}meta`, { ...known?.attributes, property: 'dcterms:modified' }, time);
  return known
    ? [{ start: known.start, end: known.end, text: tag }]
    : [{ start: opf.insertAt, end: opf.insertAt, text: opf.indent + tag }];
}
