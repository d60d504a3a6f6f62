// Finds the images of an EPUB page, and whether the page shows anything else.
import { FormatError } from '../../error.ts';
import type { Limits } from '../../limits.ts';
import { toPlainText } from '../../values/plain-text.ts';
import { decodeXml } from '../../xml/decode.ts';
import type { XmlAttributes } from '../../xml/read.ts';
import { localName, readXml } from '../../xml/read.ts';

export interface PageContent {
  /** Distinct references as written, in document order; at most 50. */
  images: string[];
  /** Whether the page has content apart from its images, such as text, tables, players or drawings. */
  hasMore: boolean;
}

const maxImages = 50;
const silent: ReadonlySet<string> = new Set(
  'head script style title desc metadata template defs clippath mask symbol'.split(' '),
);
const more: ReadonlySet<string> = new Set(
  (
    'audio video iframe canvas math table form embed input button ' +
    'path rect circle ellipse line polygon polyline use foreignobject'
  ).split(' '),
);

/** Reads an XHTML or SVG page. A malformed page is searched tag by tag. */
export function readPageContent(bytes: Uint8Array, limits: Limits): PageContent {
  try {
    return readAsXml(bytes, limits);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return error.reason === 'malformed'
      ? readAsTags(decodeXml(bytes), limits)
      : { images: [], hasMore: true };
  }
}

function readAsXml(bytes: Uint8Array, limits: Limits): PageContent {
  const images = new Set<string>();
  let hasMore = false;
  let silentDepth = 0;
  readXml(bytes, limits, {
    htmlEntities: true,
    open(name, attributes) {
      const element = localName(name).toLowerCase();
      if (silentDepth > 0 || silent.has(element)) silentDepth += 1;
      const image = imageOf(element, attributes);
      if (image !== undefined) images.add(image.trim());
      else if (silentDepth === 0 && more.has(element)) hasMore = true;
      return images.size < maxImages;
    },
    text(text) {
      if (silentDepth === 0 && !hasMore && /\S/.test(text)) hasMore = true;
    },
    close() {
      if (silentDepth > 0) silentDepth -= 1;
    },
  });
  return { images: [...images], hasMore: hasMore || images.size >= maxImages };
}

/** Returns the reference of an element that shows an image: img, SVG image, or object of an image type. */
function imageOf(element: string, attributes: XmlAttributes): string | undefined {
  if (element === 'img') return attributes.src;
  if (element === 'image') return attributes['xlink:href'] ?? attributes.href;
  return element === 'object' && attributes.type?.startsWith('image/') === true ? attributes.data : undefined;
}

const imageTag = /<(?:img|(?:\w{1,10}:)?image)\s([^<>]*)>/gi;
const imageReference = /(?:^|\s)(?:src|xlink:href|href)\s{0,5}=\s{0,5}(?:"([^"]*)"|'([^']*)')/i;

function readAsTags(html: string, limits: Limits): PageContent {
  const images = new Set<string>();
  for (const [, attributes = ''] of html.matchAll(imageTag)) {
    const match = imageReference.exec(attributes);
    const image = (match?.[1] ?? match?.[2] ?? '').trim();
    if (image !== '') images.add(image);
    if (images.size === maxImages) break;
  }
  return { images: [...images], hasMore: toPlainText(html, limits.maxTextLength) !== undefined };
}
