// Converts HTML of a book, also old or malformed HTML, to safe XHTML: keeps allowed elements and attributes, keeps only the text
// of other elements, and removes scripts.

import { type Builder, type BuiltAttributes, type Late, toXmlId } from './builder.ts';
import { type FindAddress, filterStyle } from './css.ts';
import { type Attributes, findAttribute, type Walker } from './walk.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const kept = words(
  'a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div dl dt em ' +
    'figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q rp rt ruby s samp ' +
    'section small span strong sub sup table tbody td tfoot th thead time tr tt u ul var wbr',
);
const empty = words('br col hr img wbr');
/** Elements that are removed with their content. */
const silent = words(
  'script style head title template noscript iframe object embed applet audio video canvas form select textarea button math ' +
    'input meta link base',
);
const renamed: Readonly<Record<string, string>> = {
  font: 'span',
  strike: 's',
  acronym: 'abbr',
  dir: 'ul',
  menu: 'ul',
  nobr: 'span',
  image: 'img',
  center: 'div',
  big: 'span',
  tt: 'code',
};
const copied = words('colspan rowspan dir title alt start value reversed datetime cite headers scope');
const alignments = words('left right center justify');

export interface Heading {
  level: number;
  id: string;
  title: string;
}

export interface SanitizeOptions {
  /** Maps a link to an address in the EPUB or on the web. */
  link?(href: string): string | Late | undefined;
  /** Returns the address of an image. Undefined omits the image. */
  image(attributes: Attributes): string | undefined;
  /** Keeps `class` and `style`, because the document has a style sheet. */
  hasStyles?: boolean;
  /** Maps addresses in `style`. Without it they are removed. */
  styleAddress?: FindAddress;
  /** Converts obsolete attributes to CSS. */
  formerStyle?(name: string, attributes: Attributes): string | undefined;
  /** Called for every id, so that callers can find its document. */
  onId?(id: string): void;
  onHeading?(heading: Heading): void;
  /** Prefix of ids for headings without an id. */
  headingPrefix?: string;
}

const maxKnownStyles = 1_000;
const webAddress = /^(?:https?:|mailto:)/i;

/** Creates a walker that writes safe markup to a builder. */
export function createSanitizer(builder: Builder, options: SanitizeOptions): Walker {
  /** For each open element: 1 if it has a closing tag, otherwise 0. */
  const open: (0 | 1)[] = [];
  const filterKnown = createStyleFilter(options);
  let silence = 0;
  let heading: Heading | undefined;
  let headings = 0;

  function attributesOf(name: string, given: Attributes): BuiltAttributes {
    const style = [
      toAlignment(given.align),
      options.formerStyle?.(name, given),
      options.hasStyles && given.style !== undefined ? filterKnown(given.style) : undefined,
    ];
    const id = given.id || (name === 'a' ? given.name : undefined);
    const attributes: Record<string, string | Late | undefined> = {};
    if (id) {
      attributes.id = toXmlId(id);
      options.onId?.(attributes.id);
    }
    for (const key of Object.keys(given)) if (isCopied(name, key, options)) attributes[key] = given[key];
    const joined = style.filter((rule) => rule !== undefined).join('; ');
    if (joined !== '') attributes.style = joined;
    const language = given['xml:lang'] ?? given.lang;
    if (language !== undefined && /^[A-Za-z0-9-]{2,35}$/.test(language))
      Object.assign(attributes, { lang: language, 'xml:lang': language });
    return attributes;
  }

  function openElement(name: string, given: Attributes): 0 | 1 {
    const attributes: Record<string, string | Late | undefined> = { ...attributesOf(name, given) };
    if (name === 'img') {
      const src = options.image(given);
      if (src !== undefined) builder.empty('img', { alt: '', ...attributes, src });
      return 0;
    }
    if (empty.has(name)) {
      builder.empty(name, attributes);
      return 0;
    }
    const href = name === 'a' ? given.href : undefined;
    if (href !== undefined) attributes.href = toLink(href, options);
    const level = /^h[1-6]$/.test(name) ? Number(name[1]) : undefined;
    if (level !== undefined && !heading) {
      headings += 1;
      attributes.id ??= `${options.headingPrefix ?? 'heading'}-${headings}`;
      heading = { level, id: String(attributes.id), title: '' };
    }
    builder.open(name, attributes);
    return 1;
  }

  return {
    open(written, attributes) {
      const local = written.slice(written.indexOf(':') + 1);
      const name = renamed[local] ?? local;
      if (silence > 0 || silent.has(name)) {
        silence += 1;
        open.push(0);
        return;
      }
      const given = local === 'center' ? { align: 'center', ...attributes } : attributes;
      open.push(kept.has(name) ? openElement(name, given) : 0);
    },
    text(text) {
      if (silence > 0) return;
      if (heading && heading.title.length < 500) heading.title += text;
      builder.text(text);
    },
    close(written) {
      if (silence > 0) silence -= 1;
      if (open.pop() !== 1) return;
      builder.close();
      if (!heading || !/^h[1-6]$/.test(written)) return;
      const title = heading.title.replace(/\s+/g, ' ').trim();
      if (title !== '') options.onHeading?.({ ...heading, title });
      heading = undefined;
    },
  };
}

function isCopied(name: string, key: string, { hasStyles = false }: SanitizeOptions): boolean {
  if (key === 'class') return hasStyles;
  if (key === 'width' || key === 'height') return name === 'img';
  return copied.has(key);
}

const toAlignment = (align: string | undefined): string | undefined =>
  align !== undefined && alignments.has(align.toLowerCase())
    ? `text-align: ${align.toLowerCase()}`
    : undefined;

/** Filters styles. Caches results, because books repeat a few styles on all elements. */
function createStyleFilter({ styleAddress }: SanitizeOptions): (style: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (style) => {
    if (known.has(style)) return known.get(style);
    const filtered = filterStyle(style, styleAddress) || undefined;
    if (known.size < maxKnownStyles) known.set(style, filtered);
    return filtered;
  };
}

function toLink(href: string, { link }: SanitizeOptions): string | Late | undefined {
  if (webAddress.test(href.trim())) return href.trim();
  return link?.(href.trim());
}

/** Returns a link to an id of the same document. It is omitted if the document has no such id. */
export function toLocalLink(href: string, ids: ReadonlySet<string>): Late {
  const id = toXmlId(href.slice(1));
  return () => (ids.has(id) ? `#${id}` : undefined);
}

/** Returns the address of an `img` or an SVG `image`. */
export const sourceOf = (attributes: Attributes): string | undefined =>
  attributes.src ?? findAttribute(attributes, 'href');
