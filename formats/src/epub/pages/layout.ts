// Determines whether a book is fixed or reflowable and how spreads are formed: from EPUB 3 rendition
// properties, otherwise from the extensions of Apple, Kobo and Amazon.
import type { Limits } from '../../limits.ts';
import type { Opf, OpfSpineItem } from '../../opf/types.ts';
import { descendants, parseXml, textOf } from '../../xml/tree.ts';
import type { EpubArchive, FindEntry } from '../archive.ts';
import { orNothing } from '../archive.ts';
import { isBitmap, toMediaType } from '../media-type.ts';
import type { EpubLayout, EpubSpineItem, EpubStructure } from '../structure.ts';

const displayOptions = [
  'META-INF/com.apple.ibooks.display-options.xml',
  'META-INF/com.kobobooks.display-options.xml',
];

/** Returns the layout of the whole book. */
export function readLayout(archive: EpubArchive, opf: Opf, find: FindEntry, limits: Limits): EpubLayout {
  const { layout } = opf.rendition;
  if (layout !== undefined) return layout === 'reflowable' ? 'reflowable' : 'fixed';
  if (opf.spine.length > 0 && opf.spine.every((item) => overrideOf(item) === 'fixed' || isPicture(item)))
    return 'fixed';
  if (isTrue(opf.metas.get('fixed-layout')?.[0])) return 'fixed';
  return displayOptions.some((name) => declaresFixed(archive, name, find, limits)) ? 'fixed' : 'reflowable';
}

function isPicture({ item }: OpfSpineItem): boolean {
  return item !== undefined && isBitmap(toMediaType(item.mediaType, item.name));
}

/** Display options are a small file of named options. A malformed file is ignored. */
function declaresFixed(archive: EpubArchive, name: string, find: FindEntry, limits: Limits): boolean {
  const entry = find({ name });
  if (entry === undefined) return false;
  const root = orNothing(() => parseXml(archive.read(entry, limits.maxDocumentBytes), limits));
  const options = root === undefined ? [] : descendants(root, 'option');
  return options.some((option) => option.attributes.name === 'fixed-layout' && isTrue(textOf(option)));
}

function isTrue(text: string | undefined): boolean {
  return text?.trim().toLowerCase() === 'true';
}

/**
 * Returns the layout that a spine item requests. The first of two contradicting properties wins (EPUB RS 3.3,
 * 8.1).
 */
function overrideOf(item: OpfSpineItem): EpubLayout | undefined {
  const stated = item.properties.find((property) => property.startsWith('rendition:layout-'));
  if (stated === undefined) return undefined;
  return stated === 'rendition:layout-reflowable' ? 'reflowable' : 'fixed';
}

/** Returns the properties of a spine item that differ from the layout of the book. */
export function toSpineLayout(
  item: OpfSpineItem,
  layout: EpubLayout,
): Pick<EpubSpineItem, 'page' | 'layout'> {
  const spread = item.properties.map(
    (property) => /^(?:rendition:)?page-spread-(left|right|center)$/.exec(property)?.[1],
  );
  const page = (['left', 'right', 'center'] as const).find((place) => spread.includes(place));
  const own = overrideOf(item);
  return {
    ...(page === undefined ? {} : { page }),
    ...(own === undefined || own === layout ? {} : { layout: own }),
  };
}

/** Returns direction, spread and orientation of the book if they are specified. */
export function toPresentation(opf: Opf): Pick<EpubStructure, 'progression' | 'spread' | 'orientation'> {
  const mode = opf.metas.get('primary-writing-mode')?.[0]?.toLowerCase();
  const direction = opf.pageProgressionDirection;
  const fromMode = mode?.endsWith('-rl') === true ? 'rtl' : undefined;
  const progression = direction === 'ltr' || direction === 'rtl' ? direction : fromMode;
  const { spread, orientation } = opf.rendition;
  return {
    ...(progression === undefined ? {} : { progression }),
    // EPUB 3.3: "portrait" is an older name for "both".
    ...(spread === undefined || spread === 'auto' ? {} : { spread: spread === 'portrait' ? 'both' : spread }),
    ...(orientation === undefined || orientation === 'auto' ? {} : { orientation }),
  };
}
