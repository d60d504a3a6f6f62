// The reader's model of a book, built from its Readium manifest and positions. Uses no browser API except `URL`.

interface ManifestLink {
  href: string;
  type?: string;
  title?: string;
  properties?: { page?: string; layout?: string };
  children?: ManifestLink[];
  alternate?: ManifestLink[];
}

export interface Manifest {
  metadata: {
    title?: unknown;
    language?: unknown;
    layout?: unknown;
    readingProgression?: unknown;
    presentation?: { layout?: unknown; spread?: unknown };
    mediaOverlay?: { activeClass?: string; playbackActiveClass?: string };
  };
  readingOrder: ManifestLink[];
  resources?: ManifestLink[];
  toc?: ManifestLink[];
  landmarks?: ManifestLink[];
  pageList?: ManifestLink[];
}

export interface ListedPosition {
  href: string;
  locations: { position: number; progression: number; totalProgression: number };
}

/** A document of the book. */
export interface Section {
  /** Relative to the manifest, as in locators. */
  href: string;
  /** Absolute URL. */
  url: string;
  type: string;
  /** Number of positions before this section and in it. 0 outside the reading order. */
  before: number;
  count: number;
  /** False for documents that are reachable only by links. */
  isInOrder: boolean;
  page?: 'left' | 'right' | 'center';
  /** URL of the media overlay of this document. */
  overlay?: string;
}

/** An entry of the table of contents. */
export interface Entry {
  /** Unique within the book. */
  key: string;
  label: string;
  url: string;
  /** Index of the section. -1 if the entry has none. */
  index: number;
  fragment: string;
  children: Entry[];
}

export interface EpubBook {
  sections: Section[];
  /** Total number of positions in the book. */
  total: number;
  toc: Entry[];
  landmarks: Entry[];
  pageList: Entry[];
  isFixed: boolean;
  /** Undefined if the book does not declare it. */
  direction: 'ltr' | 'rtl' | undefined;
  spread: 'none' | 'both' | 'landscape' | undefined;
  language: string | undefined;
  /** URL of the folder that contains the book's files, with a trailing slash. */
  folder: string;
  /** CSS classes for the text that is being spoken and for its document. */
  soundClasses: { activeClass?: string; playbackActiveClass?: string };
}

interface Props {
  manifest: Manifest;
  positions: readonly ListedPosition[];
  /** URL of the manifest. */
  base: string;
}

const documents = /^(application\/xhtml\+xml|text\/html|image\/svg\+xml)\b/;
const pages = ['left', 'right', 'center'] as const;

export function toBook({ manifest, positions, base }: Props): EpubBook {
  const { metadata, readingOrder, resources = [] } = manifest;
  const layout = metadata.layout ?? metadata.presentation?.layout;
  const isFixed = layout === 'fixed';
  const sections = toSections(readingOrder, positions, base);
  if (!isFixed)
    for (const link of resources)
      if (documents.test(link.type ?? '')) sections.push(toSection(link, { base, before: 0, count: 0 }));
  const find = createFinder(sections);
  const toEntries = (links: ManifestLink[] | undefined, key: string): Entry[] =>
    (links ?? []).map((link, index) => toEntry(link, { base, key: `${key}.${index}`, find, toEntries }));
  const spread = metadata.presentation?.spread;
  const progression = metadata.readingProgression;
  return {
    sections,
    total: Math.max(1, positions.length),
    toc: toEntries(manifest.toc, 'toc'),
    landmarks: toEntries(manifest.landmarks, 'landmarks'),
    pageList: toEntries(manifest.pageList, 'pages'),
    isFixed,
    direction: progression === 'rtl' || progression === 'ltr' ? progression : undefined,
    spread: spread === 'none' || spread === 'both' || spread === 'landscape' ? spread : undefined,
    folder: new URL('resources/', base).href,
    soundClasses: metadata.mediaOverlay ?? {},
    language: [metadata.language].flat().find((one) => typeof one === 'string'),
  };
}

function toSections(
  links: readonly ManifestLink[],
  positions: readonly ListedPosition[],
  base: string,
): Section[] {
  const counts = new Map<string, number>();
  for (const { href } of positions) counts.set(href, (counts.get(href) ?? 0) + 1);
  let before = 0;
  return links.map((link) => {
    const count = counts.get(link.href) ?? 1;
    const section = { ...toSection(link, { base, before, count }), isInOrder: true };
    before += count;
    return section;
  });
}

function toSection(
  { href, type = '', properties, alternate = [] }: ManifestLink,
  { base, before, count }: { base: string; before: number; count: number },
): Section {
  const page = pages.find((one) => one === properties?.page);
  const url = new URL(href, base).href;
  const smil = alternate.find((one) => one.type === 'application/smil+xml');
  return {
    href,
    url,
    type,
    before,
    count,
    isInOrder: false,
    ...(page && { page }),
    ...(smil && { overlay: new URL(smil.href, base).href }),
  };
}

/** Decodes a URL so that differently encoded forms compare equal. */
function toName(url: string): string {
  const { pathname } = new URL(url);
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** Returns the index of the section with this URL, or -1 for URLs outside the book. */
export function createFinder(sections: readonly Section[]): (url: string) => number {
  const byName = new Map<string, number>();
  for (const [index, { url }] of sections.entries())
    if (!byName.has(toName(url))) byName.set(toName(url), index);
  return (url) => byName.get(toName(url)) ?? -1;
}

interface EntryParts {
  base: string;
  key: string;
  find(url: string): number;
  toEntries(links: ManifestLink[] | undefined, key: string): Entry[];
}

function toEntry(link: ManifestLink, { base, key, find, toEntries }: EntryParts): Entry {
  const { href, hash } = new URL(link.href, base);
  return {
    key,
    label: link.title?.trim() || '–',
    url: href,
    index: find(href),
    fragment: toFragment(hash),
    children: toEntries(link.children, key),
  };
}

export function toFragment(hash: string): string {
  const text = hash.replace(/^#/, '');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const flatten = (entries: readonly Entry[]): Entry[] =>
  entries.flatMap((entry) => [entry, ...flatten(entry.children)]);

/** The section at a share of the book, and the progression in it (0 to 1). */
export function findProgression(
  { sections, total }: EpubBook,
  share: number,
): { index: number; progression: number } {
  const wanted = Math.max(0, Math.min(1, share)) * total;
  const inOrder = sections.filter(({ isInOrder }) => isInOrder);
  const found = inOrder.findLast(({ before }) => before <= wanted + 1e-9) ?? inOrder[0];
  if (!found) return { index: 0, progression: 0 };
  const progression = Math.max(0, Math.min(1, (wanted - found.before) / Math.max(1, found.count)));
  return { index: sections.indexOf(found), progression };
}

/** The shares of the book at which sections with a contents entry begin. */
export function toChapterMarks({ sections, toc, total }: EpubBook): { share: number; label: string }[] {
  const seen = new Set<number>();
  return flatten(toc).flatMap(({ index, label }) => {
    const section = sections[index];
    if (!section?.isInOrder || seen.has(index)) return [];
    seen.add(index);
    return [{ share: section.before / total, label }];
  });
}

/** The chapters before and after the one at a share of the book. */
export function findChaptersAround<M extends { share: number }>(
  marks: readonly M[],
  share: number,
): { previous: M | undefined; next: M | undefined } {
  const at = marks.findLastIndex((mark) => mark.share <= share + 1e-6);
  return { previous: marks[at - 1], next: marks[at + 1] };
}

/** Finds the page-list entry for a label that the user types, ignoring case: "XII", "p. 12". */
export function findPrintedPage(pageList: readonly Entry[], wanted: string): Entry | undefined {
  const toKey = (label: string) => label.trim().toLowerCase();
  const key = toKey(wanted);
  const entries = flatten(pageList);
  return (
    entries.find(({ label }) => toKey(label) === key) ??
    entries.find(({ label }) => toKey(label).replace(/^\D{1,9}(?=\d)/, '') === key)
  );
}
