// Collects page heads and whole documents while an archive is unpacked for its index, so that it need not be
// unpacked again.
import type { ArchiveEntry } from '../archive/entry.ts';
import { findImageTypeOfName } from '../archive/pages.ts';
import { isComicInfoName } from '../comic-info/names.ts';
import { isMetronInfoName } from '../metron-info/parse.ts';
import { type PageHead, toHead } from './page-heads.ts';

const isDocument = (name: string): boolean => isComicInfoName(name) || isMetronInfoName(name);

export class CollectedContents {
  readonly heads = new Map<ArchiveEntry, PageHead>();
  readonly contents = new Map<ArchiveEntry, Uint8Array>();
  #isNextDocument = false;

  wants(rawName: string): boolean {
    this.#isNextDocument = isDocument(rawName);
    return this.#isNextDocument || findImageTypeOfName(rawName) !== undefined;
  }

  onContent(entry: ArchiveEntry, content: Uint8Array): void {
    // Contents arrive in the order in which they were requested.
    if (this.#isNextDocument) this.contents.set(entry, content);
    else this.heads.set(entry, toHead(content));
  }
}
