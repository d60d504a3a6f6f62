// Reads XML as a small tree, for documents that are not read in order: OPF, NCX, navigation, containers, XMP.
// Resolves names against namespaces. Undeclared prefixes are accepted, because real books contain them.
import type { XmlAttributes, XmlLimits } from './read.ts';
import { localName } from './read.ts';
import type { OnRepair, XmlReading } from './recover.ts';
import { readLeniently } from './recover.ts';

export interface XmlElement {
  /** Local name, as written. */
  readonly name: string;
  /** Namespace, or "" if there is none. */
  readonly namespace: string;
  /** Keys are names as written, with prefixes. Use `attribute` and `attributeOf` for lookups. */
  readonly attributes: XmlAttributes;
  readonly children: (XmlElement | string)[];
  readonly scope: XmlScope;
}

/** Maps prefixes to namespaces as one element declares them; ancestors may declare others. */
export interface XmlScope {
  readonly declared: ReadonlyMap<string, string>;
  readonly outer?: XmlScope;
}

export interface XmlTreeOptions {
  /** XHTML: resolves the named characters of HTML, and repairs the document by the rules of HTML. */
  htmlEntities?: boolean;
  /** Repairs documents that are not well-formed. Without it, they are refused. */
  onRepair?: OnRepair | undefined;
}

const noScope: XmlScope = { declared: new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]) };

/**
 * Returns the root element. Throws the errors of `readXml`. The limits on bytes and elements bound the
 * memory.
 */
export function parseXml(
  bytes: Uint8Array,
  limits: XmlLimits,
  { htmlEntities = false, onRepair }: XmlTreeOptions = {},
): XmlElement {
  return readLeniently(bytes, limits, () => buildTree(htmlEntities), onRepair);
}

function buildTree(htmlEntities: boolean): XmlReading<XmlElement> {
  const root: XmlElement = { name: '', namespace: '', attributes: {}, children: [], scope: noScope };
  const open: XmlElement[] = [root];
  let current = root;
  const events: XmlReading<XmlElement>['events'] = {
    htmlEntities,
    open(name, attributes) {
      const scope = declare(current.scope, attributes);
      const prefix = name.slice(0, Math.max(0, name.indexOf(':')));
      const element = {
        name: localName(name),
        namespace: resolve(scope, prefix) ?? '',
        attributes,
        children: [],
        scope,
      };
      current.children.push(element);
      open.push(element);
      current = element;
      return true;
    },
    text(text) {
      if (current !== root) current.children.push(text);
    },
    close() {
      open.pop();
      current = open.at(-1) ?? root;
    },
  };
  return { events, finish: () => root.children.find((child) => typeof child !== 'string') ?? root };
}

/** Returns the scope of an element with `attributes`; the parent's scope if it declares nothing. */
function declare(outer: XmlScope, attributes: XmlAttributes): XmlScope {
  let declared: Map<string, string> | undefined;
  for (const name in attributes) {
    if (!name.startsWith('xmlns') || (name.length > 5 && name[5] !== ':')) continue;
    declared ??= new Map();
    declared.set(name.slice(6), attributes[name] ?? '');
  }
  return declared === undefined ? outer : { declared, outer };
}

/** Walks outwards, bounded by the nesting limit of elements. */
function resolve(scope: XmlScope, prefix: string): string | undefined {
  for (let at: XmlScope | undefined = scope; at !== undefined; at = at.outer) {
    const namespace = at.declared.get(prefix);
    if (namespace !== undefined) return namespace;
  }
  return undefined;
}

/** Returns the attribute with this local name: without a prefix first, then with any. */
export function attribute(element: XmlElement, name: string): string | undefined {
  const plain = element.attributes[name];
  if (plain !== undefined) return plain;
  const suffix = `:${name}`;
  for (const key in element.attributes) {
    if (key.endsWith(suffix) && !key.startsWith('xmlns:')) return element.attributes[key];
  }
  return undefined;
}

/** Returns the attribute with this local name in this namespace. */
export function attributeOf(element: XmlElement, namespace: string, name: string): string | undefined {
  for (const key in element.attributes) {
    const colon = key.indexOf(':');
    if (
      colon > 0 &&
      key.slice(colon + 1) === name &&
      resolve(element.scope, key.slice(0, colon)) === namespace
    ) {
      return element.attributes[key];
    }
  }
  return undefined;
}

/** Returns child elements, optionally of one local name. */
export function elements(parent: XmlElement, name?: string): XmlElement[] {
  const found: XmlElement[] = [];
  for (const child of parent.children) {
    if (typeof child !== 'string' && (name === undefined || child.name === name)) found.push(child);
  }
  return found;
}

/** Returns the first child element with this local name. */
export function firstElement(parent: XmlElement | undefined, name: string): XmlElement | undefined {
  return parent === undefined ? undefined : elements(parent, name)[0];
}

/** Returns all descendants with this local name in document order. */
export function descendants(parent: XmlElement, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  const pending = elements(parent).reverse();
  for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
    if (element.name === name) found.push(element);
    for (let i = element.children.length - 1; i >= 0; i -= 1) {
      const child = element.children[i];
      if (child !== undefined && typeof child !== 'string') pending.push(child);
    }
  }
  return found;
}

/** Returns the text of an element and its descendants in document order, as written. A `br` is a line break. */
export function textOf(element: XmlElement | undefined): string {
  if (element === undefined) return '';
  const [only] = element.children;
  if (element.children.length === 1 && typeof only === 'string') return only;
  let text = '';
  const pending: (XmlElement | string)[] = [element];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') text += next;
    else if (next.name === 'br') text += '\n';
    else for (let i = next.children.length - 1; i >= 0; i -= 1) pending.push(next.children[i] ?? '');
  }
  return text;
}
