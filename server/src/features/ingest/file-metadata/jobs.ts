// Inside a worker process: what a file becomes when metadata are written into it. The server copies the bytes.
import type { ZipPart } from '@lectern/formats/archive/zip/replace';
import { editComicInfo } from '@lectern/formats/comic-info/edit';
import { FormatError, type FormatReason } from '@lectern/formats/error';
import { defaultLimits } from '@lectern/formats/limits';
import type { EmbeddedMetadata, SeriesMetadata } from '@lectern/formats/metadata';
import { editOpf } from '@lectern/formats/opf/edit';
import { editSeriesJson, isSeriesJsonField } from '@lectern/formats/series-json/edit';
import { openFileSource } from '@lectern/formats/source';
import { checkEdited, editBook, type FileEdit } from '@lectern/formats/writing/edit-book';
import { isComicInfoField, isOpfField } from '@lectern/formats/writing/fields';
import { toNativePath } from '#infrastructure/files/names.ts';

export interface EditJob {
  root: string;
  /** The book, or the file beside it. */
  relativePath: string;
  isSidecar: boolean;
  /** A file beside a book that is not there yet. */
  isNew: boolean;
  kind: FileEdit['kind'];
  metadata: EmbeddedMetadata;
  fields: readonly string[];
  modifiedAtMs: number;
}

interface SeriesEditJob {
  root: string;
  relativePath: string;
  isNew: boolean;
  metadata: SeriesMetadata;
  fields: readonly string[];
}

/** What keeps a file from being written. */
export interface Refusal {
  message: string;
  detail?: FormatReason | undefined;
  entry?: string | undefined;
}

interface Refused {
  refused: Refusal;
}

type Edited = { parts: ZipPart[]; entry: string | null } | Refused;

export interface CheckJob {
  root: string;
  relativePath: string;
  writtenPath: string;
  entry: string;
}

export const fileMetadataJobs = {
  'file_metadata.edit': (job: EditJob): Edited =>
    settle(() => {
      const edit = toEdit(job);
      if (!job.isSidecar)
        return withSource(job, job.relativePath, (source) => editBook(source, edit, defaultLimits));
      const known = job.isNew
        ? undefined
        : withSource(job, job.relativePath, (source) => source.read(0, defaultLimits.maxDocumentBytes + 1));
      return { parts: [Buffer.from(editSidecar(known, edit))], entry: null };
    }),
  'file_metadata.edit_series': ({ isNew, ...job }: SeriesEditJob): Edited =>
    settle(() => {
      const known = isNew
        ? undefined
        : withSource(job, job.relativePath, (source) => source.read(0, defaultLimits.maxDocumentBytes + 1));
      const fields = job.fields.filter(isSeriesJsonField);
      const text = editSeriesJson(known, { metadata: job.metadata, fields }, defaultLimits);
      return { parts: [Buffer.from(text)], entry: null };
    }),
  'file_metadata.check': (job: CheckJob): { refused: Refusal | null } => {
    const checked = settle(() =>
      withSource(job, job.relativePath, (before) =>
        withSource(job, job.writtenPath, (after) => {
          checkEdited(before, after, job.entry, defaultLimits);
          return { refused: null };
        }),
      ),
    );
    return checked;
  },
};

/** A package document of metadata alone, as calibre has them beside books. */
const emptyOpf = `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="2.0">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
  </metadata>
</package>
`;

function toEdit({ kind, metadata, fields, modifiedAtMs }: EditJob): FileEdit {
  const common = { metadata, modifiedAt: new Date(modifiedAtMs) };
  return kind === 'opf'
    ? { ...common, kind, fields: fields.filter(isOpfField) }
    : { ...common, kind, fields: fields.filter(isComicInfoField) };
}

const editSidecar = (known: Uint8Array | undefined, edit: FileEdit): string =>
  edit.kind === 'opf'
    ? editOpf(known ?? Buffer.from(emptyOpf), edit, { limits: defaultLimits, modifiedAt: edit.modifiedAt })
    : editComicInfo(known, edit, defaultLimits);

function withSource<T>(
  { root }: { root: string },
  relativePath: string,
  work: (source: ReturnType<typeof openFileSource>) => T,
): T {
  const source = openFileSource(toNativePath(root, relativePath));
  try {
    return work(source);
  } finally {
    source.close();
  }
}

function settle<T>(work: () => T): T | Refused {
  try {
    return work();
  } catch (error) {
    if (error instanceof FormatError)
      return { refused: { message: error.message, detail: error.reason, entry: error.entry } };
    throw error;
  }
}
