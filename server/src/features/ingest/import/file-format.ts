// The format that a file's name promises, for files that keep no promise at all.
import { type FileFormat, fileFormats } from '@lectern/contract/reading';

const others: Readonly<Record<string, FileFormat>> = { zip: 'cbz', rar: 'cbr' };

export function toFileFormat(fileName: string): FileFormat {
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  return fileFormats.find((format) => format === extension) ?? others[extension] ?? 'cbz';
}
