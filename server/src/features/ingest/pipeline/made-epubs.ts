// Text books that are read again without a change of their files: the converted EPUB is unchanged too, so positions in
// it remain known.
import { becomesEpub } from '@lectern/contract/values';
import { decodeContent, isToConvert } from '@lectern/formats/content';
import { countPositions } from '@lectern/formats/epub/structure';
import type { BookFiles } from '#features/libraries/books/index.ts';
import type { ReadFile } from './read-file.ts';

export async function keepMadeEpubs(
  books: Pick<BookFiles, 'listContents'>,
  files: readonly ReadFile[],
): Promise<readonly ReadFile[]> {
  const again = files.flatMap(({ knownId, reading: { format, content } }) =>
    knownId !== undefined && content && format && becomesEpub(format) ? [knownId] : [],
  );
  if (again.length === 0) return files;
  const known = new Map((await books.listContents(again)).map((row) => [row.bookId, row]));
  return files.map((file) => {
    const { reading } = file;
    const row = known.get(file.knownId ?? '');
    const isSame = row?.fileSize === reading.sizeBytes && row.fileModifiedUs === reading.modifiedUs;
    const content = isSame && reading.isReadable ? decodeContent(row.content) : undefined;
    if (!row || !content?.epub || isToConvert(content)) return file;
    return {
      ...file,
      reading: { ...reading, content: row.content, pageCount: countPositions(content.epub) },
    };
  });
}
