// XML as a small tree, for documents that are read in no fixed order: OPF, NCX, navigation, containers, XMP.
// Names are resolved against namespaces; a prefix that is not declared is not an error, as real books have them.
import type { XmlAttributes, XmlLimits } from './read.ts';
import { localName, readXml } from './read.ts';

export interface XmlElement {
  /** Local name, as written. */
  readonly name: string;
  /** Namespace, or "" when there is none. */
  readonly namespace: string;
  /** By names as written, prefix included. `attribute` and `attributeOf` look them up. */
  readonly attributes: XmlAttributes;
  readonly children: (XmlElement | string)[];
  readonly scope: XmlScope;
}

/** Prefix → namespace as one element declares them; what it does not declare its ancestors may. */
export interface XmlScope {
  readonly declared: ReadonlyMap<string, string>;
  readonly outer?: XmlScope;
}

export interface XmlTreeOptions {
  htmlEntities?: boolean;
}

const noScope: XmlScope = { declared: new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]) };

/** The root element. Throws as `readXml` does; memory is bounded by the limits on bytes and elements. */
export function parseXml(bytes: Uint8Array, limits: XmlLimits, options: XmlTreeOptions = {}): XmlElement {
  const root: XmlElement = { name: '', namespace: '', attributes: {}, children: [], scope: noScope };
  const open: XmlElement[] = [root];
  let current = root;
  readXml(bytes, limits, {
    ...options,
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
  });
  return root.children.find((child) => typeof child !== 'string') ?? root;
}

/** The scope of an element that declares `attributes`; the parent's own when it declares nothing. */
function declare(outer: XmlScope, attributes: XmlAttributes): XmlScope {
  let declared: Map<string, string> | undefined;
  for (const name in attributes) {
    if (!name.startsWith('xmlns') || (name.length > 5 && name[5] !== ':')) continue;
    declared ??= new Map();
    declared.set(name.slice(6), attributes[name] ?? '');
  }
  return declared === undefined ? outer : { declared, outer };
}

/** Walks outwards, at most as far as elements may be nested. */
function resolve(scope: XmlScope, prefix: string): string | undefined {
  for (let at: XmlScope | undefined = scope; at !== undefined; at = at.outer) {
    const namespace = at.declared.get(prefix);
    if (namespace !== undefined) return namespace;
  }
  return undefined;
}

/** The attribute of that local name: without a prefix, else with any. */
export function attribute(element: XmlElement, name: string): string | undefined {
  const plain = element.attributes[name];
  if (plain !== undefined) return plain;
  const suffix = `:${name}`;
  for (const key in element.attributes) {
    if (key.endsWith(suffix) && !key.startsWith('xmlns:')) return element.attributes[key];
  }
  return undefined;
}

/** The attribute of that local name in that namespace. */
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

/** Child elements, all or those of a local name. */
export function elements(parent: XmlElement, name?: string): XmlElement[] {
  const found: XmlElement[] = [];
  for (const child of parent.children) {
    if (typeof child !== 'string' && (name === undefined || child.name === name)) found.push(child);
  }
  return found;
}

/** The first child element of a local name. */
export function firstElement(parent: XmlElement | undefined, name: string): XmlElement | undefined {
  return parent === undefined ? undefined : elements(parent, name)[0];
}

/** All elements below `parent` of a local name, in document order. */
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

/** The text of an element and of all below it, in document order, as written. */
export function textOf(element: XmlElement | undefined): string {
  if (element === undefined) return '';
  const [only] = element.children;
  if (element.children.length === 1 && typeof only === 'string') return only;
  let text = '';
  const pending: (XmlElement | string)[] = [element];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') text += next;
    else for (let i = next.children.length - 1; i >= 0; i -= 1) pending.push(next.children[i] ?? '');
  }
  return text;
}
