// Writes fields into an XMP packet (ISO 16684-1, 7 and 8.3) and keeps all other characters.
import { FormatError } from '../../error.ts';
import type { Limits } from '../../limits.ts';
import { applyChanges, readEditable, toRemoval, type XmlChange, type XmlRange } from '../../xml/edit.ts';
import { escapeXml } from '../../xml/escape.ts';

const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const namespaces = {
  dc: 'http://purl.org/dc/elements/1.1/',
  pdf: 'http://ns.adobe.com/pdf/1.3/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
} as const;
type Prefix = keyof typeof namespaces;

/** A property with its values. A property without values is removed. */
export interface XmpProperty {
  prefix: Prefix;
  name: string;
  /** Language alternative, ordered list, unordered list, or text. */
  form: 'Alt' | 'Seq' | 'Bag' | 'text';
  values: readonly string[];
}

const unusual = () => new FormatError('metadata', 'The XMP packet is malformed', { reason: 'malformed' });

/** Throws FormatError `metadata` for a packet that is not RDF. */
export function editXmp(packet: Uint8Array, properties: readonly XmpProperty[], limits: Limits): string {
  const { text, elements } = readEditable(packet, limits, 5);
  const root = elements.find(({ local, name }) => local === 'rdf' && isOf(elements, name, rdf));
  if (!root || root.contentStart === root.end) throw unusual();
  const removed = properties.flatMap((property) => toRemovals(text, elements, property));
  const end = text.lastIndexOf('</', root.end - 1);
  const about =
    elements.find(({ local }) => local === 'description')?.attributes[`${prefixOf(root.name)}about`] ?? '';
  const added = properties.filter(({ values }) => values.length > 0);
  const insertion = added.length === 0 ? '' : toDescription(prefixOf(root.name), about, added);
  return applyChanges(text, [...removed, { start: end, end, text: insertion }]);
}

const prefixOf = (name: string): string => name.slice(0, name.indexOf(':') + 1);

/** Whether the prefix of a name is bound to a namespace anywhere in the document. In practice, prefixes are not rebound. */
function isOf(elements: readonly XmlRange[], name: string, namespace: string): boolean {
  const declaration = name.includes(':') ? `xmlns:${name.slice(0, name.indexOf(':'))}` : 'xmlns';
  return elements.some(({ attributes }) => attributes[declaration] === namespace);
}

/** Returns the changes that remove the elements and description attributes of a property. */
function toRemovals(text: string, elements: readonly XmlRange[], { prefix, name }: XmpProperty): XmlChange[] {
  const namespace = namespaces[prefix];
  const isIt = (qualifiedName: string) =>
    qualifiedName.slice(qualifiedName.indexOf(':') + 1) === name && isOf(elements, qualifiedName, namespace);
  return elements.flatMap((element): XmlChange[] => {
    if (isIt(element.name)) return [toRemoval(text, element)];
    if (element.local !== 'description') return [];
    return Object.keys(element.attributes)
      .filter((attribute) => attribute.includes(':') && isIt(attribute))
      .flatMap((attribute) => toAttributeRemoval(text, element, attribute));
  });
}

function toAttributeRemoval(text: string, { start, contentStart }: XmlRange, attribute: string): XmlChange[] {
  const written = text
    .slice(start, contentStart)
    .matchAll(/\s([\w.:-]{1,100})\s{0,20}=\s{0,20}(?:"[^"]*"|'[^']*')/g);
  return [...written]
    .filter(([, name]) => name === attribute)
    .map(({ 0: whole, index }) => ({ start: start + index, end: start + index + whole.length, text: '' }));
}

function toDescription(rdfPrefix: string, about: string, properties: readonly XmpProperty[]): string {
  const declared = [...new Set(properties.map(({ prefix }) => prefix))]
    .map((prefix) => ` xmlns:${prefix}="${namespaces[prefix]}"`)
    .join('');
  const written = properties.map((property) => `   ${toProperty(rdfPrefix, property)}\n`).join('');
  const element = `${rdfPrefix}Description`;
  return `<${element} ${rdfPrefix}about="${escapeXml(about)}"${declared}>\n${written}  </${element}>\n `;
}

function toProperty(rdfPrefix: string, { prefix, name, form, values }: XmpProperty): string {
  const tag = `${prefix}:${name}`;
  if (form === 'text') return `<${tag}>${escapeXml(values[0] ?? '')}</${tag}>`;
  const language = form === 'Alt' ? ' xml:lang="x-default"' : '';
  const items = values
    .map((value) => `<${rdfPrefix}li${language}>${escapeXml(value)}</${rdfPrefix}li>`)
    .join('');
  return `<${tag}><${rdfPrefix}${form}>${items}</${rdfPrefix}${form}></${tag}>`;
}
