// Writes a user's annotations as Markdown, one file per book.
import { toMarkdown } from '@lectern/contract/reading/annotation-markdown';
import type { Annotation } from '@lectern/contract/reading/annotations';
import type { Db } from '#infrastructure/database/dialect.ts';
import { toSafeFileName } from '#infrastructure/files/safe-names.ts';
import { createNames, type Folder } from './files.ts';
import { listMarkedBooks } from './store/copies.ts';
import { listAnnotations } from './store/people.ts';

const labels = {
  bookmark: 'Bookmark',
  percent: (share: number) => `${Math.round(share * 100)} %`,
  page: (number: number) => `page ${number}`,
};

/** Returns the number of files. */
export async function writeHighlights(db: Db, userId: string, folder: Folder): Promise<number> {
  const annotations: Annotation[] = await listAnnotations(db, userId);
  const byBook = Map.groupBy(annotations, ({ bookId }) => bookId);
  const toName = createNames();
  for (const { id, title, seriesTitle } of await listMarkedBooks(db, userId)) {
    const isAlone = title === seriesTitle || title.includes(seriesTitle);
    const heading = isAlone ? title : `${seriesTitle}: ${title}`;
    const name = toName(toSafeFileName(heading).slice(0, 120), '.md');
    await folder.write(name, toMarkdown(byBook.get(id) ?? [], { ...labels, title: heading }));
  }
  return byBook.size;
}
