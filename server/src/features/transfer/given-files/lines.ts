// The files of an export: JSON, a record a line, checked one by one. They are a stranger's.
import { createReadStream } from 'node:fs';
import { lstat, readFile, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { createInterface } from 'node:readline';
import type { z } from 'zod';
import { isDeep, PeerRefused } from '#features/transfer/peer-snapshots/index.ts';
import { reason, systemCodeOf } from '#infrastructure/errors.ts';

const maxFileBytes = 4 * 1024 ** 3;
const maxLineLength = 16 * 1024 ** 2;

const damaged = (what: string) => new PeerRefused(reason('import_export_damaged', { what }));

/** Undefined for a file that is not there. Throws PeerRefused for one that leads out of the folder, or is none. */
async function locate(
  folder: string,
  name: string,
): Promise<{ path: string; sizeBytes: number } | undefined> {
  const path = join(folder, name);
  const found = await lstat(path).catch((error: unknown) => {
    if (systemCodeOf(error) === 'ENOENT' || systemCodeOf(error) === 'ENOTDIR') return undefined;
    throw damaged(`${name} cannot be read`);
  });
  if (!found) return undefined;
  const inside = `${await realpath(folder)}${sep}`;
  if (!found.isFile() || !(await realpath(path)).startsWith(inside))
    throw damaged(`${name} is no file of it`);
  return { path, sizeBytes: found.size };
}

/** Records of a file; none where there is no such file. Throws PeerRefused that names the line. */
export async function* readLines<S extends z.ZodType>(
  folder: string,
  name: string,
  schema: S,
): AsyncGenerator<z.infer<S>> {
  const found = await locate(folder, name);
  if (!found) return;
  if (found.sizeBytes > maxFileBytes) throw damaged(`${name} is too large`);
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(found.path), crlfDelay: Infinity })) {
    number++;
    if (line.trim() === '') continue;
    yield parseLine(line, schema, `${name}, line ${number}`);
  }
}

function parseLine<S extends z.ZodType>(line: string, schema: S, where: string): z.infer<S> {
  if (line.length > maxLineLength) throw damaged(`${where} is too long`);
  if (isDeep(line)) throw damaged(`${where} is nested too deeply`);
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw damaged(`${where} is no JSON`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw damaged(`${where}: ${issue?.path.join('.')} ${issue?.message}`);
}

/** Undefined for one that is not there or larger. */
export async function readBytes(
  folder: string,
  name: string,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const found = await locate(folder, name);
  return found && found.sizeBytes <= maxBytes ? readFile(found.path) : undefined;
}
