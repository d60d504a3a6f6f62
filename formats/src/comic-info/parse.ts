// Parses ComicInfo.xml. Tolerates any order, any case and unknown elements.
import type { Limits } from '../limits.ts';
import { maxListItems, toLine } from '../values/text.ts';
import { localName } from '../xml/read.ts';
import type { OnRepair, XmlReading } from '../xml/recover.ts';
import { readLeniently } from '../xml/recover.ts';
import type { ComicInfoDraft, FieldReader } from './fields.ts';
import { comicInfoFields } from './fields.ts';
import { parseComicPage } from './pages.ts';
import type { ComicArc, ComicInfo, ComicPage } from './types.ts';

/**
 * Reads ComicInfo 1.0 to 2.1. Returns undefined if the document is empty or has another root element. With
 * `onRepair`, reads documents that are not well-formed, and reports their error to it. Throws FormatError
 * `metadata` like `readXml`.
 */
export function parseComicInfo(
  bytes: Uint8Array,
  limits: Limits,
  onRepair?: OnRepair,
): ComicInfo | undefined {
  return isBlank(bytes) ? undefined : readLeniently(bytes, limits, () => startReading(limits), onRepair);
}

function startReading(limits: Limits): XmlReading<ComicInfo | undefined> {
  const draft: ComicInfoDraft = { info: {} };
  const pages: ComicPage[] = [];
  const path: string[] = [];
  let isComicInfo = true;
  let reader: FieldReader | undefined;
  let text = '';
  const events: XmlReading<unknown>['events'] = {
    open(name, attributes) {
      const element = localName(name).toLowerCase();
      path.push(element);
      if (path.length === 1) {
        isComicInfo = element === 'comicinfo';
        return isComicInfo;
      }
      if (path.length === 2) {
        reader = comicInfoFields.get(element);
        text = '';
      } else if (
        path.length === 3 &&
        element === 'page' &&
        path[1] === 'pages' &&
        pages.length < limits.maxPages
      ) {
        const page = parseComicPage(attributes);
        if (page !== undefined) pages.push(page);
      }
      return true;
    },
    text(part) {
      if (reader !== undefined) text += part;
    },
    close() {
      if (path.length === 2) reader?.(draft, text, limits.maxTextLength);
      if (path.length === 2) reader = undefined;
      path.pop();
    },
  };
  return { events, finish: () => (isComicInfo ? finish(draft, pages) : undefined) };
}

function finish({ info, storyArc, storyArcNumber }: ComicInfoDraft, pages: ComicPage[]): ComicInfo {
  const storyArcs = toArcs(storyArc ?? '', storyArcNumber ?? '');
  if (storyArcs.length > 0) info.storyArcs = storyArcs;
  if (pages.length > 0) info.pages = pages;
  return info;
}

/** StoryArc and StoryArcNumber are parallel lists: an empty number keeps its position. */
function toArcs(names: string, numbers: string): ComicArc[] {
  const positions = numbers.split(',', maxListItems);
  return names.split(',', maxListItems).flatMap((text, index) => {
    const name = toLine(text);
    const number = toLine(positions[index] ?? '');
    if (name === undefined) return [];
    return [number === undefined ? { name } : { name, number }];
  });
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.length < 1000 && bytes.every((byte) => byte <= 0x20);
}
