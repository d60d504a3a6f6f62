// The upload queue and its progress. It is independent of the page, so that uploads continue while the user visits other
// pages.
import type { CheckedFile } from '@lectern/contract/ingest/uploads';
import { call } from '../../api/call.ts';
import type { FolderChoice } from '../place-fields/index.tsx';
import type { UploadFault } from './describe-fault.ts';
import type { Gathered } from './gather-files.ts';
import { type Sending, send } from './send.ts';

type ItemState = 'ready' | 'waiting' | 'sending' | 'paused' | 'done' | 'failed' | 'refused';

export interface Item extends Gathered {
  id: number;
  place: FolderChoice;
  /** The destination path. */
  target: string;
  state: ItemState;
  sentBytes: number;
  /** The reason for a refusal or failure. */
  fault?: UploadFault | undefined;
  duplicates: CheckedFile['duplicates'];
}

interface Queue {
  items: readonly Item[];
  /** Names of files that are not listed, because the library does not include their formats. */
  skipped: readonly string[];
  isLooking: boolean;
}

/** Number of parallel uploads. */
const atOnce = 2;
const checkedAtOnce = 500;

let queue: Queue = { items: [], skipped: [], isLooking: false };
let lastId = 0;
const sendings = new Map<number, Sending>();
const listeners = new Set<() => void>();

export const getQueue = (): Queue => queue;

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: Partial<Queue>): void {
  queue = { ...queue, ...next };
  for (const listener of listeners) listener();
}

function update(id: number, next: Partial<Item>): void {
  change({ items: queue.items.map((one) => (one.id === id ? { ...one, ...next } : one)) });
}

export const isUnderWay = ({ state }: Item): boolean => state === 'waiting' || state === 'sending';

/** Checks the files on the server before uploading. Throws if the check is not possible. */
export async function add(files: readonly Gathered[], place: FolderChoice): Promise<void> {
  change({ isLooking: true });
  try {
    for (let at = 0; at < files.length; at += checkedAtOnce)
      await addSome(files.slice(at, at + checkedAtOnce), place);
  } finally {
    change({ isLooking: false });
  }
}

async function addSome(files: readonly Gathered[], place: FolderChoice): Promise<void> {
  const body = { ...place, files: files.map(({ file, path }) => ({ path, sizeBytes: file.size })) };
  const checked = await call('POST /api/v1/uploads/check', { body });
  const items: Item[] = [];
  const skipped: string[] = [];
  for (const [index, given] of files.entries()) {
    const found = checked.files[index];
    const problem = found?.problem ?? checked.problem;
    if (found?.problem?.reason === 'upload_format') skipped.push(given.file.name);
    else
      items.push({
        ...given,
        id: ++lastId,
        place,
        target: found?.target ?? given.path,
        state: problem ? 'refused' : 'ready',
        sentBytes: 0,
        ...(problem && { fault: problem }),
        duplicates: found?.duplicates ?? [],
      });
  }
  change({ items: [...queue.items, ...items], skipped: [...queue.skipped, ...skipped] });
}

/** Uploads all ready files, or the given ones. */
export function start(ids?: readonly number[]): void {
  const startable = ['ready', 'paused', 'failed'];
  change({
    items: queue.items.map((one) =>
      (ids ? ids.includes(one.id) : one.state === 'ready' || one.state === 'paused') &&
      startable.includes(one.state)
        ? { ...one, state: 'waiting' as const, fault: undefined }
        : one,
    ),
  });
  fill();
}

function fill(): void {
  for (const item of queue.items) {
    if (sendings.size >= atOnce) break;
    if (item.state === 'waiting' && !sendings.has(item.id)) begin(item);
  }
  window.removeEventListener('beforeunload', warn);
  if (queue.items.some(isUnderWay)) window.addEventListener('beforeunload', warn);
}

/** The received part is kept, but the user must choose the file again to continue. */
const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

function begin(item: Item): void {
  update(item.id, { state: 'sending' });
  const end = (next: Partial<Item>) => {
    if (!sendings.delete(item.id)) return;
    update(item.id, next);
    fill();
  };
  sendings.set(
    item.id,
    send(item, {
      onProgress: (sentBytes) => update(item.id, { sentBytes }),
      onDone: () => end({ state: 'done', sentBytes: item.file.size }),
      onFault: (fault) => end({ state: 'failed', fault }),
    }),
  );
}

/** The received part stays on the server, and the upload can be resumed. */
export function pause(ids: readonly number[]): void {
  for (const id of ids) {
    sendings.get(id)?.stop();
    sendings.delete(id);
  }
  change({
    items: queue.items.map((one) =>
      ids.includes(one.id) && isUnderWay(one) ? { ...one, state: 'paused' as const } : one,
    ),
  });
  fill();
}

/** Discards the received part of unfinished uploads. */
export function remove(ids: readonly number[]): void {
  for (const id of ids) {
    sendings.get(id)?.giveUp();
    sendings.delete(id);
  }
  const left = queue.items.filter(({ id }) => !ids.includes(id));
  change({ items: left, ...(left.length === 0 && { skipped: [] }) });
  fill();
}
