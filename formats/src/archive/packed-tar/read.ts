// Reads compressed tars. They have no index that can be read directly, so they are unpacked from the
// beginning: once to list the entries and return wanted contents along the way, and again for pages, up to
// the last wanted one.
import { FormatError, settle } from '../../error.ts';
import type { Limits } from '../../limits.ts';
import type { ByteSource } from '../../source.ts';
import type { ArchiveEntry, ArchiveIndex, Unpacking } from '../entry.ts';
import { checkDeclared, entryFault, refuseUnreadable, unsupportedMethod } from '../faults.ts';
import { blockBytes, isTarStart } from '../tar/header.ts';
import { TarPass } from '../tar/pass.ts';
import { unpackWhole } from './unpack.ts';

/** One pass through an archive that lists its entries. */
export interface IndexPass {
  source: ByteSource;
  limits: Limits;
  /** Whether the content of a file is wanted, by its stored name. */
  wants(rawName: string): boolean;
  onContent(entry: ArchiveEntry, content: Uint8Array): void;
  /** Called regularly during long work. */
  onLife(): void;
}

/**
 * Lists the entries; their `offset` counts in the uncompressed tar. Throws FormatError `format_detection`
 * unsupported_format if the data is not a tar; `parser`: truncated, damaged, too_large.
 */
export async function readPackedTarIndex(request: IndexPass): Promise<ArchiveIndex> {
  const { source, limits, wants, onContent, onLife } = request;
  const pass = new TarPass({
    limits,
    wants: (entry, rawName) =>
      findFault(entry, limits) === undefined && wants(Buffer.from(rawName).toString('latin1')),
    onContent,
  });
  await unpackTar({ source, limits, onLife }, pass);
  const index = pass.end();
  for (const entry of index.entries) if (entry.method === 'stored') entry.method = 'tar';
  return { ...index, isSolid: true };
}

export interface PositionPass {
  source: ByteSource;
  limits: Limits;
  /** Positions of the wanted entries in the archive. */
  positions: readonly number[];
  /** Called once for each position with its content or the error. */
  onEntry(position: number, content: Uint8Array | FormatError): void;
}

/** Returns the content of entries without an index. Throws the errors of readPackedTarIndex. */
export async function unpackTarPositions({
  source,
  limits,
  positions,
  onEntry,
}: PositionPass): Promise<void> {
  const waiting = new Set(positions);
  const give = (position: number, content: Uint8Array | FormatError) => {
    waiting.delete(position);
    onEntry(position, content);
  };
  const pass = new TarPass({
    limits,
    wants(entry) {
      if (!waiting.has(entry.index)) return false;
      const fault = findFault(entry, limits);
      if (fault) give(entry.index, fault);
      return fault === undefined;
    },
    onContent: (entry, content) => give(entry.index, content),
  });
  await unpackTar({ source, limits, onLife() {}, isEnough: () => waiting.size === 0 }, pass);
  if (waiting.size > 0) pass.end();
  for (const position of waiting)
    onEntry(position, entryFault({ name: '' }, 'damaged', 'The entry is not in the archive'));
}

/** Reads entries in one pass and holds one at a time. */
export async function unpackPackedTar({ source, index, wanted, limits, onEntry }: Unpacking): Promise<void> {
  refuseUnreadable(index);
  const byPosition = new Map(wanted.map((entry) => [entry.index, entry]));
  await unpackTarPositions({
    source,
    limits,
    positions: [...byPosition.keys()],
    onEntry(position, content) {
      const entry = byPosition.get(position);
      if (entry) onEntry(entry, content);
    },
  });
}

function findFault(entry: ArchiveEntry, limits: Limits): FormatError | undefined {
  const fault = settle(() => {
    checkDeclared(entry, limits);
    // Parts of a sparse file.
    return entry.method === 'unknown' ? unsupportedMethod(entry) : undefined;
  });
  return fault ?? undefined;
}

interface Unpacked {
  source: ByteSource;
  limits: Limits;
  onLife(): void;
  isEnough?(): boolean;
}

async function unpackTar(
  { source, limits, onLife, isEnough = () => false }: Unpacked,
  pass: TarPass,
): Promise<void> {
  let head: Buffer | undefined = Buffer.alloc(0);
  await unpackWhole(source, limits, (bytes) => {
    onLife();
    if (!head) return pass.push(bytes) && !isEnough();
    head = Buffer.concat([head, bytes]);
    if (head.length < blockBytes) return true;
    const first = head;
    head = undefined;
    // Compressed twice, or not a tar.
    if (!isTarStart(first)) throw noTar();
    return pass.push(first) && !isEnough();
  });
  if (head) throw noTar();
}

const noTar = () =>
  new FormatError('format_detection', 'The file is compressed and does not contain a tar', {
    reason: 'unsupported_format',
  });
