// Moves files of the drop folder into libraries: completely or not at all, without overwriting, each once.
import { lstat, rm } from 'node:fs/promises';
import type { AcceptedFiles } from '@lectern/contract/ingest/drop-folder';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { conflict, notFound, reason, reasonOf } from '#infrastructure/errors.ts';
import { noRoom } from '#infrastructure/files/faults/problems.ts';
import { joinNames, toNativeName } from '#infrastructure/files/names.ts';
import { isSameFile, look } from '#infrastructure/files/writing/moving.ts';
import { newId, nilId } from '#infrastructure/ids.ts';
import { carry, type LibraryFolder } from '../moves/index.ts';
import type { FolderScan } from '../scanning/index.ts';
import { findRoom } from '../uploads/index.ts';
import { getFolder } from './folder.ts';
import { type Proposal, type ProposalDependencies, propose } from './proposals.ts';
import * as store from './store.ts';
import { filterVisible, findVisible } from './visibility.ts';

export interface AcceptDependencies extends ProposalDependencies {
  /** Requests a scan of the folder. */
  scanFolder(place: FolderScan): Promise<void>;
}

/** A claim expires after this time without renewal by the process that moves the file. */
const claimMs = 60_000;
const pageSize = 100;

/** Accepts the given files, or all files without a problem or doubt. */
export async function accept(
  deps: AcceptDependencies,
  viewer: Viewer,
  ids: readonly string[] | undefined,
): Promise<AcceptedFiles> {
  const folder = await getFolder(deps);
  const result: AcceptedFiles = { accepted: [], refused: [] };
  const scans = new Map<string, FolderScan>();
  const rows = ids ? findRows(deps, viewer, [...new Set(ids)]) : listRows(deps, viewer);
  try {
    for await (const row of rows) {
      const [proposal] = await propose(deps, viewer, { rows: [row], folder });
      if (!proposal || (!ids && proposal.shown.doubts.length > 0)) continue;
      if (!ids && proposal.shown.problem && !isCutOff(proposal)) continue;
      await acceptOne(deps, { row, proposal, folder, result, scans });
    }
  } finally {
    for (const place of scans.values()) await deps.scanFolder(place);
  }
  return result;
}

async function* findRows(deps: AcceptDependencies, viewer: Viewer, ids: readonly string[]) {
  for (const id of ids) {
    const row = await findVisible(deps, viewer, id);
    if (row) yield row;
    else if (ids.length === 1) throw notFound('file in the drop folder');
  }
}

async function* listRows(deps: AcceptDependencies, viewer: Viewer) {
  for (let last = nilId; ; ) {
    const rows = await store.listReadAfter(deps.database.db, last, pageSize);
    // One at a time, because previously accepted files may have created the series.
    for (const row of rows) yield* await filterVisible(deps, viewer, [row]);
    const [end] = rows.slice(-1);
    if (!end) return;
    last = end.id;
  }
}

interface ToAccept {
  row: store.DroppedRow;
  proposal: Proposal;
  folder: string;
  result: AcceptedFiles;
  /** The folders to scan, by key. */
  scans: Map<string, FolderScan>;
}

async function acceptOne(
  deps: AcceptDependencies,
  { row, proposal, folder, result, scans }: ToAccept,
): Promise<void> {
  const { id, path } = proposal.shown;
  try {
    const to = await holding(deps, id, () => move(deps, { row, proposal, folder }));
    await store.remove(deps.database.db, [id]);
    const { target } = proposal.shown;
    if (target !== null) result.accepted.push({ id, libraryId: to.library.id, path: target });
    const place = { libraryId: to.library.id, rootId: to.root.id, folder: to.folder };
    scans.set(JSON.stringify(place), place);
  } catch (error) {
    result.refused.push({ id, path, reason: reasonOf(error) });
  }
}

/** Runs `work` under a claim, so that only one request at a time moves a file, across processes. */
async function holding<T>(deps: AcceptDependencies, id: string, work: () => Promise<T>): Promise<T> {
  const { database, clock } = deps;
  const claim = newId();
  const take = () => store.takeClaim(database.db, id, { claim, nowMs: clock(), untilMs: clock() + claimMs });
  if (!(await take())) throw conflict(reason('drop_busy'));
  const timer = setInterval(() => void take().catch(() => {}), claimMs / 4);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await store.dropClaim(database.db, id, claim);
  }
}

/** Returns the folder that now contains the file. */
async function move(
  deps: AcceptDependencies,
  { row, proposal, folder }: Pick<ToAccept, 'row' | 'proposal' | 'folder'>,
): Promise<LibraryFolder> {
  const { shown, arrival } = proposal;
  const file = await look(`${folder}/${joinNames(row.folder, row.name)}`);
  const isSame =
    row.isFolder === 1 ? file?.isDirectory() : file?.isFile() && file.size === ownSize(row, file.size);
  if (!file || !isSame) throw conflict(reason('drop_gone'));
  if (shown.problem || !arrival) {
    const there = await findThere(deps, proposal, { row, folder });
    if (there) return there;
    throw conflict(shown.problem ?? reason('drop_gone'));
  }
  const there = arrival.free && (await findThere(deps, proposal, { row, folder }));
  if (there) return there;
  const { root } = arrival.to;
  const from = await lstat(folder);
  const to = await lstat(root.path);
  if (from.dev !== to.dev) {
    const room = await findRoom(deps, root);
    if (row.sizeBytes > room) throw noRoom(room);
  }
  const carried = await carry(deps.folders, {
    from: { root: { path: folder }, folder: row.folder },
    to: arrival.to,
    files: arrival.files,
    free: arrival.free,
  });
  return { ...arrival.to, folder: carried.folder };
}

/** The size of a multi-volume archive is that of all volumes. */
const ownSize = (row: store.DroppedRow, found: number): number =>
  row.stamp === null ? row.sizeBytes : found;

/** Whether the existing target may be the file: a process was interrupted while the file had both names. */
const isCutOff = ({ shown, place }: Proposal): boolean =>
  shown.problem?.reason === 'upload_exists' && place !== undefined;

/** The destination, if it already contains the file: a process was interrupted while the file had both names. */
async function findThere(
  { folders }: AcceptDependencies,
  proposal: Proposal,
  { row, folder }: { row: store.DroppedRow; folder: string },
): Promise<LibraryFolder | undefined> {
  const mayBe = isCutOff(proposal) || proposal.arrival?.free !== undefined;
  if (!mayBe || !proposal.place || row.isFolder === 1) return undefined;
  const { to, name } = proposal.place;
  const source = `${await folders.open(folder, row.folder)}/${row.name}`;
  const target = await folders.open(to.root.path, to.folder).catch(() => undefined);
  if (target === undefined || !(await isSameFile(source, `${target}/${name}`))) return undefined;
  await rm(toNativeName(source));
  return to;
}
