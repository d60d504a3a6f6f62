// `npm run bench -- formats`: first scans of EPUBs, MOBIs, PDFs, cbr, cb7, cbt and folders of images, and the first
// pages of unopened books. Scans are compared with a Node.js program that only reads the files. Scans and first pages
// are compared with the C tool of the format, if it is installed: unzip, libmobi-tools, poppler-utils,
// libarchive-tools.
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import { fileFormats } from '@lectern/contract/values';
import {
  copyRealSevenZips,
  copySevenZips,
  copySolidRars,
  copyTars,
  epubs,
  type FormatLibrary,
  large,
  largeScans,
  makeFormatLibrary,
  makeImageFolders,
  mobis,
  pdfs,
  storedRars,
} from './books/format-library.ts';
import { median, report } from './figures/report.ts';
import { addLibrary, scan, settle } from './program/library.ts';
import { createPeakMemory } from './program/peak-memory.ts';
import { aFolder, type Program, removeFolder, startProgram } from './program/program.ts';
import { timeCommand } from './references/time-command.ts';

type Command = (file: string) => [program: string, ...args: string[]];

interface Subject {
  name: string;
  library(): FormatLibrary | undefined | Promise<FormatLibrary | undefined>;
  /** Path that a reader requests first for a book. `position` is the index of the book in the list. */
  firstPage(book: BookDto, position: number): string;
  /** `list` is a tool that lists the contents of a file; `show` outputs its first page. */
  list: Command;
  show: Command;
  /** Budget of the first page of an unopened book, in milliseconds. */
  budget?: number;
}

/** Enough books for a median of their first pages. */
const largeBooks = 5;
/** Each book has the first page of a different comic. */
const realBooks = 9;
const firstOfComic = (book: BookDto): string => `/api/v1/books/${book.id}/pages/1`;
const listArchive: Command = (file) => ['bsdtar', '-tf', file];
const showArchive: Command = (file) => ['bsdtar', '-xOf', file, '*1.jpg'];

/** Measures the subjects whose names contain one of the words in the options (`--cb7`), or all without options. */
export async function benchFormats(options: readonly string[] = []): Promise<void> {
  const words = options.map((option) => option.replace(/^--/, ''));
  const measure = (subject: Subject): Promise<number | undefined> =>
    words.length === 0 || words.some((word) => subject.name.toLowerCase().includes(word))
      ? measureFormat(subject)
      : Promise.resolve(undefined);
  const epubRate = await measure({
    name: epubs.name,
    library: () => makeFormatLibrary(epubs),
    firstPage: (book) => `/api/v1/books/${book.id}/resources/OEBPS/c1.xhtml`,
    list: (file) => ['unzip', '-p', file, 'META-INF/container.xml', 'OEBPS/content.opf', 'OEBPS/cover.jpg'],
    show: (file) => ['unzip', '-p', file, 'OEBPS/c1.xhtml'],
  });
  const mobiRate = await measure({
    name: mobis.name,
    library: () => makeFormatLibrary(mobis),
    firstPage: (book) => `/api/v1/books/${book.id}/resources/text/0002.xhtml`,
    list: (file) => ['mobitool', '-m', file],
    show: (file) => ['mobitool', '-s', file],
  });
  if (epubRate !== undefined && mobiRate !== undefined)
    report({
      isDetail: true,
      name: 'time of their scan relative to EPUBs',
      value: epubRate / mobiRate,
      unit: '×',
      budget: 2,
    });
  await measure({
    name: pdfs.name,
    library: () => makeFormatLibrary(pdfs),
    firstPage: firstOfComic,
    list: (file) => ['pdfinfo', file],
    show: (file) => ['pdftoppm', '-jpeg', '-singlefile', '-scale-to', '1600', file],
  });
  const archive = { firstPage: firstOfComic, list: listArchive, show: showArchive };
  await measure({ name: storedRars.name, library: () => makeFormatLibrary(storedRars), ...archive });
  await measure({ name: 'cbr, solid', library: () => copySolidRars(300), ...archive });
  await measure({ name: 'cbt, plain', library: () => copyTars(300), ...archive });
  await measure({
    name: 'folders of images',
    library: () => makeImageFolders(300),
    firstPage: firstOfComic,
    list: (folder) => ['file', ...listFiles(folder)],
    show: (folder) => ['cat', join(folder, '001.jpg')],
  });
  await measure({ name: 'cb7, not solid', library: () => copySevenZips(300, false), ...archive });
  await measure({ name: 'cb7, solid', library: () => copySevenZips(300, true), ...archive });
  await measure({
    name: 'cbt of 500 MB',
    library: () => copyTars(largeBooks, large),
    ...archive,
    budget: 30,
  });
  await measure({
    name: 'cb7 of 500 MB, pages of real comics, not solid',
    library: () => copyRealSevenZips(realBooks),
    ...archive,
    // Requests a different comic's page from each book: LZMA2 stores some of them and compresses others.
    firstPage: (book, position) => `/api/v1/books/${book.id}/pages/${position + 1}`,
    budget: 60,
  });
  await measure({
    name: 'cb7 of 500 MB, pages that shrink, not solid',
    library: () => copySevenZips(largeBooks, false, large),
    ...archive,
  });
  await measure({
    name: 'cb7 of 500 MB, pages of 2.5 MB, not solid',
    library: () => copySevenZips(largeBooks, false, largeScans),
    ...archive,
  });
}

/** Returns the number of files that the first scan reads per second. */
async function measureFormat(subject: Subject): Promise<number> {
  const { name } = subject;
  const library = await subject.library();
  if (library === undefined) {
    process.stdout.write(`${name}: left out, LECTERN_CORPUS has none\n`);
    return 0;
  }
  const dataDir = aFolder();
  const program = await startProgram(dataDir);
  try {
    const { id, rate } = await measureScan(program, subject, library);
    await measureFirstPages(program, subject, { id, files: library.files });
    return rate;
  } finally {
    await program.stop();
    removeFolder(dataDir);
    rmSync(library.folder, { recursive: true, force: true });
  }
}

async function measureScan(
  program: Program,
  { name, list }: Subject,
  library: FormatLibrary,
): Promise<{ id: string; rate: number }> {
  const { folder, files } = library;
  const peak = createPeakMemory(program);
  const { id } = await addLibrary(program, folder, 'Measured', { allowedFormats: fileFormats });
  const seconds = await scan(program, id, peak.look);
  const rate = files.length / seconds;
  await settle(program, peak.look);
  report({ name: `${name}, first scan`, value: rate, unit: 'files a second' });
  const reading = files.length / timeReading(files);
  report({
    isDetail: true,
    name: 'of what reading the files takes',
    value: rate / reading,
    unit: '×',
    beside: `${reading.toFixed(0)} a second`,
  });
  const [tool] = list('');
  const listing = timeTool(list, files);
  if (listing !== undefined)
    report({
      isDetail: true,
      name: `of what ${tool} does, started for each`,
      value: (rate * listing) / 1000,
      unit: '×',
      beside: `${(1000 / listing).toFixed(0)} a second`,
    });
  report({
    isDetail: true,
    name: 'memory of all processes at most, thumbnails included',
    value: peak.allMb,
    unit: 'MiB',
  });
  return { id, rate };
}

async function measureFirstPages(
  { url, headers, get }: Program,
  { name, firstPage, show, budget }: Subject,
  { id, files }: { id: string; files: string[] },
): Promise<void> {
  const { data: books } = await get<{ data: BookDto[] }>(`/api/v1/books?libraryId=${id}&pageSize=200`);
  const times: number[] = [];
  for (const [position, book] of books.entries()) {
    const page = firstPage(book, position);
    const startedMs = performance.now();
    const response = await fetch(url + page, { headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${page}: ${response.status}`);
    times.push(performance.now() - startedMs);
  }
  const [tool] = show('');
  const took = timeTool(show, files);
  report({
    name: `${name}, first page of an unopened book: median`,
    value: median(times),
    unit: 'ms',
    ...(budget !== undefined && { budget }),
    ...(took !== undefined && { beside: `${tool} ${took.toFixed(1)} ms` }),
  });
}

/** Returns the seconds needed to only read the files. */
function timeReading(files: readonly string[]): number {
  const startedMs = performance.now();
  for (const file of files) for (const path of listFiles(file)) readFileSync(path);
  return (performance.now() - startedMs) / 1000;
}

/** Lists all files of a book that is a folder. */
const listFiles = (book: string): string[] =>
  statSync(book, { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(book).map((name) => join(book, name))
    : [book];

/** Returns the median of fifty runs in milliseconds per file. Undefined if the tool is not installed. */
function timeTool(toCommand: Command, files: readonly string[]): number | undefined {
  const times = files.slice(0, 50).map((file) => {
    const [program, ...args] = toCommand(file);
    return timeCommand(program, args);
  });
  return times.includes(undefined) ? undefined : median(times.filter((time) => time !== undefined));
}
