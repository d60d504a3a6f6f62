// Converts HTML pages to documents of an EPUB. Splits long pages at headings, adapts links between pages, and builds the table
// of contents from the headings.
import { ebookLimits, tooLarge } from '../limits.ts';
import { Builder, toXmlId } from '../markup/builder.ts';
import { createSanitizer, type Heading } from '../markup/sanitize.ts';
import { type Attributes, walkMarkup } from '../markup/walk.ts';
import { mapToShown } from '../shown-documents.ts';
import { Toc } from '../toc.ts';
import type { EbookDocument, EbookTocEntry } from '../types.ts';

export interface HtmlPage {
  /** Path in the EPUB, without extension. */
  name: string;
  html: string;
  /** Path in the source archive, which other pages use in links. */
  path?: string;
}

export interface HtmlOptions {
  /** Returns the path of an image in the EPUB. */
  image(attributes: Attributes, page: HtmlPage): string | undefined;
  /** Returns path in the archive and fragment of a link target. */
  resolve?(href: string, page: HtmlPage): { path: string; fragment: string | undefined } | undefined;
  styles: readonly string[];
  hasStyles?: boolean;
}

/** Pages are split at headings if a part would be longer. */
const fullLength = 40_000;
const folder = 'text/';

interface Piece {
  page: HtmlPage;
  name: string;
  html: string;
}

export function readHtml(
  pages: readonly HtmlPage[],
  { image, resolve, styles, hasStyles = false }: HtmlOptions,
): { documents: EbookDocument[]; toc: EbookTocEntry[] } {
  const toc = new Toc();
  const pieces = pages.flatMap(cut);
  if (pieces.length > ebookLimits.maxDocuments) throw tooLarge();
  /** Document names by page and id. */
  const documentOfId = new Map<string, string>();
  const keyOf = (path: string | undefined, id: string) => `${path ?? ''}#${id}`;
  const first = new Map(pieces.toReversed().map(({ page, name }) => [page.path, name]));
  let shown: ReadonlyMap<string, string> = new Map();
  /** Unknown ids lead to the beginning of their page. */
  const addressOf = (path: string | undefined, id: string | undefined) => {
    const ofId = id === undefined ? undefined : documentOfId.get(keyOf(path, id));
    const name = shown.get(ofId ?? first.get(path) ?? '');
    return name && `${name.slice(folder.length)}${name === ofId ? `#${id}` : ''}`;
  };
  const built = pieces.map(({ page, name, html }, i) => {
    const builder = new Builder();
    let title: string | undefined;
    const onHeading = (heading: Heading) => {
      title ??= heading.title;
      toc.add({ title: heading.title, href: `${name}#${heading.id}` }, heading.level);
    };
    const sanitizer = createSanitizer(builder, {
      hasStyles,
      headingPrefix: `heading-${i + 1}`,
      onHeading,
      onId: (id) =>
        void (documentOfId.has(keyOf(page.path, id)) || documentOfId.set(keyOf(page.path, id), name)),
      link(href) {
        const target = href.startsWith('#')
          ? { path: page.path, fragment: href.slice(1) }
          : resolve?.(href, page);
        if (!target) return undefined;
        const id =
          target.fragment === undefined || target.fragment === '' ? undefined : toXmlId(target.fragment);
        return () => addressOf(target.path, id);
      },
      image: (attributes) => image(attributes, page),
    });
    walkMarkup(html, sanitizer);
    return { name, builder, title: () => title };
  });
  shown = mapToShown(built);
  const documents = built
    .filter(({ builder }) => builder.hasContent)
    .map(({ name, builder, title }) => ({ name, title: title(), body: builder.finish(), styles }));
  return { documents, toc: toc.entries };
}

/** Splits a page at headings of the first two levels, if the preceding part is long enough. */
function cut(page: HtmlPage): Piece[] {
  const starts = [0];
  if (page.html.length > fullLength)
    for (const { index } of page.html.matchAll(/<h[12][\s>]/gi))
      if (index - (starts.at(-1) ?? 0) > fullLength / 4) starts.push(index);
  return starts.map((start, i) => ({
    page,
    name: `${page.name}${i === 0 ? '' : `-${i + 1}`}.xhtml`,
    html: page.html.slice(start, starts[i + 1] ?? page.html.length),
  }));
}
