// Runs in a worker process: computes the new parts of a file when metadata is written. The server copies the bytes.
import type { ZipPart } from '@lectern/formats/archive/zip/replace';
import { editComicInfo } from '@lectern/formats/comic-info/edit';
import { defaultLimits } from '@lectern/formats/limits';
import type { EmbeddedMetadata, SeriesMetadata } from '@lectern/formats/metadata';
import { editOpf } from '@lectern/formats/opf/edit';
import { checkPdf, editPdf } from '@lectern/formats/pdf/edit';
import { isPdfField } from '@lectern/formats/pdf/edit-fields';
import { getProcessEngine } from '@lectern/formats/pdf/process-engine';
import { editSeriesJson, isSeriesJsonField } from '@lectern/formats/series-json/edit';
import { openFileSource } from '@lectern/formats/source';
import {
  checkEdited,
  editBook,
  type FileEdit,
  isSameMetadata,
  type WrittenEntry,
} from '@lectern/formats/writing/edit-book';
import { isComicInfoField, isOpfField } from '@lectern/formats/writing/fields';
import { toNativePath } from '#infrastructure/files/names.ts';

export interface EditJob {
  root: string;
  /** Path of the book or its sidecar file. */
  relativePath: string;
  isSidecar: boolean;
  /** The sidecar file does not exist yet. */
  isNew: boolean;
  kind: FileEdit['kind'] | 'pdf';
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

/** How the new file is compared with the old one. */
export type Comparison = { kind: 'zip'; entry: WrittenEntry } | { kind: 'pdf' };

interface Edited {
  parts: ZipPart[];
  comparison: Comparison | null;
}

export interface CheckJob {
  root: string;
  relativePath: string;
  writtenPath: string;
  comparison: Comparison;
}

/** All jobs throw FormatError with the reason of a refusal. */
export const fileMetadataJobs = {
  /** Returns null if the file would have the same values as now. */
  'file_metadata.edit': async ({ kind, ...job }: EditJob): Promise<Edited | null> => {
    if (kind === 'pdf') return editDocument(job);
    const edit = toEdit({ ...job, kind });
    if (!job.isSidecar) {
      const edited = withSource(job, job.relativePath, (source) => editBook(source, edit, defaultLimits));
      return edited ? { parts: edited.parts, comparison: { kind: 'zip', entry: edited.entry } } : null;
    }
    const known = readKnown(job);
    const text = editSidecar(known, edit);
    if (known && isSameMetadata(edit.kind, known, text, defaultLimits)) return null;
    return { parts: [Buffer.from(text)], comparison: null };
  },
  /** Returns null if the file would not change. */
  'file_metadata.edit_series': async (job: SeriesEditJob): Promise<Edited | null> => {
    const fields = job.fields.filter(isSeriesJsonField);
    const known = readKnown(job);
    const text = Buffer.from(editSeriesJson(known, { metadata: job.metadata, fields }, defaultLimits));
    return known && text.equals(known) ? null : { parts: [text], comparison: null };
  },
  'file_metadata.check': async ({ comparison, ...job }: CheckJob): Promise<void> => {
    const engine = comparison.kind === 'pdf' ? await getProcessEngine() : undefined;
    withSource(job, job.relativePath, (before) =>
      withSource(job, job.writtenPath, (after) => {
        if (engine) checkPdf(engine, before, after, defaultLimits);
        else if (comparison.kind === 'zip') checkEdited(before, after, comparison.entry, defaultLimits);
      }),
    );
  },
};

/** The content of the sidecar file; undefined for a new one. */
const readKnown = (job: { root: string; relativePath: string; isNew: boolean }): Uint8Array | undefined =>
  job.isNew
    ? undefined
    : withSource(job, job.relativePath, (source) => source.read(0, defaultLimits.maxDocumentBytes + 1));

async function editDocument(job: Omit<EditJob, 'kind'>): Promise<Edited> {
  const engine = await getProcessEngine();
  const { metadata, modifiedAtMs } = job;
  const edit = { metadata, modifiedAt: new Date(modifiedAtMs), fields: job.fields.filter(isPdfField) };
  return withSource(job, job.relativePath, (source) => ({
    parts: editPdf(engine, source, edit, defaultLimits),
    comparison: { kind: 'pdf' },
  }));
}

/** A package document with only metadata, as in calibre libraries. */
const emptyOpf = `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="2.0">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
  </metadata>
</package>
`;

type TextEdit = Pick<EditJob, 'metadata' | 'fields' | 'modifiedAtMs'> & { kind: FileEdit['kind'] };

function toEdit({ kind, metadata, fields, modifiedAtMs }: TextEdit): FileEdit {
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
