// The book in the form that foliate-js takes.
import type { EpubBook } from '../book/book.ts';
import { emptyPage, toShownUrl } from '../book/resources.ts';
import type { FoliateBook } from './renderer.ts';

/** `onFault` is called for sections that cannot be loaded; an empty page takes their place. */
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
