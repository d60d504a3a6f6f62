// Makes a title page for books without one: cover, title, authors and summary.
import type { EmbeddedMetadata } from '../metadata.ts';
import { Builder } from './markup/builder.ts';
import type { EbookDocument } from './types.ts';

type TitlePageFacts = { [K in 'title' | 'authors' | 'summary']?: EmbeddedMetadata[K] | undefined };

/** Prepends a title page to the documents of a book, unless the page would be empty. */
export function addTitlePage(
  documents: EbookDocument[],
  facts: TitlePageFacts,
  shown: { cover: string | undefined; styles: readonly string[] },
): EbookDocument[] {
  const page = makeTitlePage(facts, shown);
  return page ? [page, ...documents] : documents;
}

function makeTitlePage(
  { title, authors, summary }: TitlePageFacts,
  { cover, styles }: { cover: string | undefined; styles: readonly string[] },
): EbookDocument | undefined {
  const builder = new Builder();
  builder.open('section', { 'epub:type': 'titlepage', class: 'titlepage' });
  if (cover !== undefined) {
    builder.open('p', { class: 'picture' });
    builder.empty('img', { src: `../${cover}`, alt: '' });
    builder.close();
  }
  const names = [...new Set((authors ?? []).filter(({ role }) => role === 'author').map(({ name }) => name))];
  const line = (name: string, text: string) => {
    builder.open(name);
    builder.text(text);
    builder.close();
  };
  if (title !== undefined) line('h1', title);
  for (const name of names) line('p', name);
  if (summary !== undefined) {
    builder.open('div', { class: 'about' });
    for (const paragraph of summary.split(/\n+/)) line('p', paragraph);
    builder.close();
  }
  if (!builder.hasContent) return undefined;
  return { name: 'text/title.xhtml', title: title ?? 'Cover', body: builder.finish(), styles };
}
