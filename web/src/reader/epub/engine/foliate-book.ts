// Adapts the book to the interface that foliate-js expects.
import type { EpubBook } from '../book/book.ts';
import { emptyPage, toShownUrl } from '../book/resources.ts';
import type { FoliateBook } from './renderer.ts';

/** Calls `onFault` for sections that fail to load and shows an empty page instead. */
export function toFoliateBook(book: EpubBook, onFault: (error: unknown, href: string) => void): FoliateBook {
  return {
    dir: book.direction,
    rendition: { layout: book.isFixed ? 'pre-paginated' : 'reflowable', spread: book.spread },
    sections: book.sections.map((section) => {
      let shown: string | undefined;
      return {
        id: section.href,
        linear: section.isInOrder ? 'yes' : 'no',
        pageSpread: section.page,
        async load() {
          shown ??= await toShownUrl(section, book).catch((error: unknown) => {
            onFault(error, section.href);
            return emptyPage();
          });
          return shown;
        },
        unload() {
          if (shown?.startsWith('blob:')) URL.revokeObjectURL(shown);
          shown = undefined;
        },
      };
    }),
  };
}
