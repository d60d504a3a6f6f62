// Collects page heads and whole documents while an archive is unpacked for its index, so that it need not be
// unpacked again.
import type { ArchiveEntry } from '../archive/entry.ts';
import { findImageTypeOfName } from '../archive/pages.ts';
import { isComicInfoName } from '../comic-info/names.ts';
import { isMetronInfoName } from '../metron-info/parse.ts';
import { type PageHead, toHead } from './page-heads.ts';

export interface CollectedContents {
  heads: Map<ArchiveEntry, PageHead>;
  contents: Map<ArchiveEntry, Uint8Array>;
  wants(rawName: string): boolean;
  onContent(entry: ArchiveEntry, content: Uint8Array): void;
}

const isDocument = (name: string): boolean => isComicInfoName(name) || isMetronInfoName(name);

export function createContentCollector(): CollectedContents {
  const heads = new Map<ArchiveEntry, PageHead>();
  const contents = new Map<ArchiveEntry, Uint8Array>();
  let isNextDocument = false;
  return {
    heads,
    contents,
    wants(rawName) {
      isNextDocument = isDocument(rawName);
      return isNextDocument || findImageTypeOfName(rawName) !== undefined;
    },
    onContent(entry, content) {
      // Contents arrive in the order in which they were requested.
      if (isNextDocument) contents.set(entry, content);
      else heads.set(entry, toHead(content));
    },
  };
}
