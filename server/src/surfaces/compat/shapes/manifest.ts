// Manifests as clients of this API decode them: people are plain names, publishers are lists of names, and link
// properties contain only objects. Any deviation makes a strict client reject the whole book.
import type { WebPubLink, WebPubManifest } from '#features/serving/publications/index.ts';
import { toInt, toMoment } from './texts.ts';

/** Metadata members that are lists of texts. */
const lists = [
  'author',
  'translator',
  'editor',
  'artist',
  'illustrator',
  'letterer',
  'penciler',
  'colorist',
  'inker',
  'contributor',
  'publisher',
  'subject',
];
/** Members that are a single text. */
const texts = ['title', 'identifier', 'conformsTo', 'sortAs', 'subtitle', 'language', 'description'];
const progressions = ['rtl', 'ltr', 'ttb', 'btt', 'auto'];

export function toCompatManifest(manifest: WebPubManifest): object {
  const { images, resources, toc, landmarks, pageList } = manifest;
  return {
    context: manifest['@context'],
    metadata: toMetadata(manifest.metadata),
    links: manifest.links.map(toLink),
    ...(images && { images: images.map(toLink) }),
    readingOrder: manifest.readingOrder.map(toLink),
    ...(resources && { resources: resources.map(toLink) }),
    ...(toc && { toc: toc.map(toLink) }),
    ...(landmarks && { landmarks: landmarks.map(toLink) }),
    ...(pageList && { pageList: pageList.map(toLink) }),
  };
}

function toMetadata(metadata: Record<string, unknown>): object {
  const { '@type': type, modified, published, numberOfPages, readingProgression, belongsTo } = metadata;
  const textsOf = texts.flatMap((name) => toEntry(name, toNames(metadata[name])[0]));
  const listsOf = lists.flatMap((name) => toEntry(name, toNames(metadata[name])));
  return {
    ...Object.fromEntries([...textsOf, ...listsOf]),
    ...(typeof type === 'string' && { type }),
    ...(typeof modified === 'string' && { modified: toMoment(modified) }),
    ...(isDay(published) && { published }),
    ...(typeof readingProgression === 'string' &&
      progressions.includes(readingProgression) && { readingProgression }),
    ...(typeof numberOfPages === 'number' && { numberOfPages: toInt(numberOfPages) }),
    ...(isObject(belongsTo) && {
      belongsTo: Object.fromEntries(
        ['series', 'collection'].flatMap((name) => toEntry(name, toMemberships(belongsTo[name]))),
      ),
    }),
    // The layout of an EPUB is named as in EPUB.
    ...(isObject(metadata.presentation) && { rendition: metadata.presentation }),
  };
}

function toLink({ properties, rel, alternate, children, ...link }: WebPubLink): object {
  const objects = Object.entries(properties ?? {}).filter(([, value]) => isObject(value));
  const [first] = [rel ?? []].flat();
  return {
    ...link,
    ...(first !== undefined && { rel: first }),
    ...(objects.length > 0 && { properties: Object.fromEntries(objects) }),
    ...(alternate && { alternate: alternate.map(toLink) }),
    ...(children && { children: children.map(toLink) }),
  };
}

/** Names from texts and `{name}` objects, single or in a list. */
function toNames(value: unknown): string[] {
  return [value].flat().flatMap((one: unknown) => {
    const name = isObject(one) ? one.name : one;
    return typeof name === 'string' ? [name] : [];
  });
}

function toMemberships(value: unknown): object[] {
  return [value].flat().flatMap((one: unknown) => {
    const [name] = toNames(one);
    const position = isObject(one) && typeof one.position === 'number' ? { position: one.position } : {};
    return name === undefined ? [] : [{ name, ...position }];
  });
}

const toEntry = <T extends string | object[] | string[]>(
  name: string,
  value: T | undefined,
): [string, T][] => (value === undefined || value.length === 0 ? [] : [[name, value]]);

/** A valid calendar date. */
function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const ms = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(value);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
