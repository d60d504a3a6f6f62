// Proposes a destination for each file of a viewer, with problems and doubts. Changes nothing.
import type {
  DropDoubt,
  DroppedFields,
  DroppedFile,
  EditDropped,
} from '@lectern/contract/ingest/drop-folder';
import { defaultNamingPattern, toNamedPath } from '@lectern/contract/ingest/naming-pattern';
import { parseNumberText } from '@lectern/formats/file-name/numbers/number-text';
import type { ScanLibrary } from '#features/libraries/libraries/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { toTime } from '#infrastructure/clock.ts';
import { type Reason, reason, reasonOf } from '#infrastructure/errors.ts';
import { joinNames, toDisplayName } from '#infrastructure/files/names.ts';
import { toSafeFileName, trimEdges } from '#infrastructure/files/safe-names.ts';
import { toSafeNames } from '#infrastructure/files/writing/new-files.ts';
import { type PlaceDependencies, planArrival } from '../moves/index.ts';
import type { FindSameSize } from '../uploads/index.ts';
import { createSight, type DestinationDependencies, findDestination, type Sight } from './destination.ts';
import { readEdits } from './edits.ts';
import { type Facts, type FoundFields, readFacts } from './facts.ts';
import type { LookDependencies } from './look.ts';
import * as store from './store.ts';

export interface ProposalDependencies extends LookDependencies, PlaceDependencies, DestinationDependencies {
  findSameSize: FindSameSize;
}

/** A destination in a library with all files that are moved to it. */
type Arrival = Awaited<ReturnType<typeof planArrival>>;

type DroppedFileWithProblem = DroppedFile & { problem: Reason | null };

export interface Proposal {
  shown: DroppedFileWithProblem;
  /** The destination, even if it already exists. */
  place: { to: Arrival['to']; name: string } | undefined;
  arrival: Arrival | undefined;
}

interface Context extends Sight {
  deps: ProposalDependencies;
  /** The drop folder. */
  folder: string;
  sameSize: Awaited<ReturnType<FindSameSize>>;
}

const shownDuplicates = 5;

export async function propose(
  deps: ProposalDependencies,
  viewer: Viewer,
  { rows, folder }: { rows: readonly store.DroppedRow[]; folder: string },
): Promise<Proposal[]> {
  const sizes = rows.map(({ sizeBytes }) => sizeBytes).filter((size) => size > 0);
  const context: Context = {
    ...(await createSight(deps, viewer)),
    deps,
    folder,
    sameSize: await deps.findSameSize(viewer, sizes),
  };
  const proposals: Proposal[] = [];
  for (const row of rows) proposals.push(await proposeOne(context, row));
  return proposals;
}

async function proposeOne(context: Context, row: store.DroppedRow): Promise<Proposal> {
  const facts = readFacts(row);
  const shown: DroppedFileWithProblem = {
    id: row.id,
    path: toDisplayName(joinNames(row.folder, row.name)),
    sizeBytes: row.sizeBytes,
    foundAt: toTime(row.foundAt),
    isReady: facts !== undefined,
    isDismissed: row.isDismissed === 1,
    format: facts?.format ?? null,
    pageCount: facts?.pageCount ?? 0,
    fields: { series: '', volume: '', chapter: '', number: '', title: '', year: '' },
    isEdited: Object.keys(readEdits(row).edits).length > 0,
    library: null,
    series: null,
    target: null,
    companions: [],
    duplicates: [],
    doubts: [],
    problem: reason('drop_arriving'),
  };
  if (!facts) return { shown, place: undefined, arrival: undefined };
  const destination = await findDestination(context, row, facts);
  const { edits, found, fields, library, series } = destination;
  shown.fields = fields;
  shown.series = series ? { id: series.id, title: series.title } : null;
  shown.duplicates = await findDuplicates(context, { row, facts, fields, series });
  shown.doubts = toDoubts(shown.duplicates, destination);
  if (!library) {
    shown.problem = facts.problem ?? reason('drop_library');
    return { shown, place: undefined, arrival: undefined };
  }
  return place(context, { shown, row, facts, edits, found, library, series });
}

async function findDuplicates(
  { deps, sameSize }: Context,
  {
    row,
    facts,
    fields,
    series,
  }: { row: store.DroppedRow; facts: Facts; fields: DroppedFields; series: store.FoundSeries | undefined },
): Promise<DroppedFile['duplicates']> {
  const same = sameSize
    .filter(({ sizeBytes }) => sizeBytes === row.sizeBytes)
    .map(({ bookId, title, libraryId, fileHash }) => ({
      bookId,
      title,
      libraryId,
      why: fileHash !== '' && fileHash === facts.fileHash ? ('content' as const) : ('size' as const),
    }))
    .toSorted((a, b) => Number(b.why === 'content') - Number(a.why === 'content'));
  const toNumber = (text: string) => (text === '' ? undefined : parseNumberText(text)?.value);
  const numbered = series
    ? await store.listSameNumber(deps.database.db, series.id, {
        number: toNumber(fields.number),
        chapter: toNumber(fields.chapter),
        volume: toNumber(fields.volume),
      })
    : [];
  const others = numbered.filter(({ bookId }) => !same.some((one) => one.bookId === bookId));
  return [...same, ...others.map((one) => ({ ...one, why: 'number' as const }))].slice(0, shownDuplicates);
}

function toDoubts(duplicates: DroppedFile['duplicates'], { isUnsure }: { isUnsure: boolean }): DropDoubt[] {
  const whys = new Set(duplicates.map(({ why }) => why));
  return [...(isUnsure ? (['series'] as const) : []), ...whys];
}

interface ToPlace {
  shown: DroppedFileWithProblem;
  row: store.DroppedRow;
  facts: Facts;
  edits: EditDropped;
  found: FoundFields;
  library: ScanLibrary;
  series: store.FoundSeries | undefined;
}

async function place(context: Context, wanted: ToPlace): Promise<Proposal> {
  const { shown, row, facts, library } = wanted;
  const { rootIndex, names } = await toTarget(context, wanted);
  shown.library = { id: library.id, name: library.name, root: rootIndex };
  const root = library.roots[rootIndex];
  if (!root || !names) {
    shown.problem = reason('upload_name', { name: toDisplayName(row.name) });
    return { shown, place: undefined, arrival: undefined };
  }
  const name = names.at(-1) ?? '';
  const to = { library, root, folder: names.slice(0, -1).join('/') };
  shown.target = toDisplayName(names.join('/'));
  try {
    const arrival = await planArrival(context.deps, context.viewer, {
      source: await context.deps.folders.open(context.folder, row.folder),
      fileName: row.name,
      isFolder: row.isFolder === 1,
      to,
      name,
      taken: new Set<string>(),
    });
    shown.target = toDisplayName(joinNames(arrival.to.folder, name));
    shown.companions = arrival.files.slice(1).map(({ to: one }) => toDisplayName(one));
    shown.problem = facts.problem;
    return { shown, place: { to, name }, arrival };
  } catch (error) {
    shown.problem = facts.problem ?? reasonOf(error);
    return { shown, place: { to, name }, arrival: undefined };
  }
}

/** The extension, which renaming keeps. */
const toEnding = ({ name, isFolder }: store.DroppedRow): string =>
  isFolder === 1 ? '' : (/(?:\.part\d{1,4}|\.kepub|\.tar|\.fb2)?\.[^.]+$/i.exec(name)?.[0] ?? '');

/** The path entered by a user; otherwise a name in the folder of the series, or by the pattern of the library. */
async function toTarget(
  { deps }: Context,
  { row, edits, found, library, series, shown }: ToPlace,
): Promise<{ rootIndex: number; names: string[] | undefined }> {
  const ending = toEnding(row);
  const asked = edits.root ?? 0;
  if (typeof edits.target === 'string' && edits.target.trim() !== '') {
    const isNamed = edits.target.toLowerCase().endsWith(ending.toLowerCase());
    return { rootIndex: asked, names: toSafeNames(isNamed ? edits.target : edits.target + ending) };
  }
  const { author, publisher, language } = found;
  const stem = toDisplayName(row.name).slice(0, row.name.length - ending.length);
  const fields = { ...shown.fields, ...(series && { series: series.title }) };
  const values = { ...fields, author, publisher, language, name: stem };
  const named = toNamedPath(library.namingPattern ?? defaultNamingPattern, values);
  const name = toSafeFileName(`${trimEdges(named.at(-1) ?? '') || stem}${ending}`);
  const folders = named.slice(0, -1).map(toSafeFileName);
  const lies = series && edits.root === undefined ? await findPlaceOf(deps, series) : undefined;
  const rootIndex = library.roots.findIndex(({ id }) => id === lies?.rootId);
  if (!lies || rootIndex < 0) return { rootIndex: asked, names: [...folders, name] };
  return { rootIndex, names: [...(lies.folder === '' ? [] : lies.folder.split('/')), name] };
}

/** The folder of a series, which new books are added to. */
async function findPlaceOf(
  { database }: ProposalDependencies,
  { id, path, rootId }: store.FoundSeries,
): Promise<{ rootId: string; folder: string } | undefined> {
  return path === null ? store.findLastPlace(database.db, id) : { rootId, folder: path };
}
