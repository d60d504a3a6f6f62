// Reads the JSON line files of an untrusted export and validates each record.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readFile, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { createInterface } from 'node:readline';
import type { z } from 'zod';
import { isDeep, PeerRefused } from '#features/import/snapshot/index.ts';
import { reason, systemCodeOf } from '#infrastructure/errors.ts';

const maxFileBytes = 4 * 1024 ** 3;
const maxLineLength = 16 * 1024 ** 2;

const damaged = (what: string) => new PeerRefused(reason('import_export_damaged', { what }));

/** Returns undefined if the file does not exist. Throws PeerRefused if it is not a file or is outside the folder. */
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
    throw damaged(`${name} is not a file of the export`);
  return { path, sizeBytes: found.size };
}

/** Yields the records of a file, or none if it does not exist. Throws PeerRefused with the line number. */
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

/** Returns checksum and number of lines of a file. Undefined if it is missing. */
export async function measureFile(
  folder: string,
  name: string,
): Promise<{ sha256: string; lines: number } | undefined> {
  const found = await locate(folder, name);
  if (!found) return undefined;
  const digest = createHash('sha256');
  let lines = 0;
  for await (const chunk of createReadStream(found.path, { highWaterMark: 1024 ** 2 })) {
    const bytes: Buffer = chunk;
    digest.update(bytes);
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
  }
  return { sha256: digest.digest('hex'), lines };
}

function parseLine<S extends z.ZodType>(line: string, schema: S, where: string): z.infer<S> {
  if (line.length > maxLineLength) throw damaged(`${where} is too long`);
  if (isDeep(line)) throw damaged(`${where} is nested too deeply`);
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw damaged(`${where} is not valid JSON`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw damaged(`${where}: ${issue?.path.join('.')} ${issue?.message}`);
}

/** Returns undefined if the file is missing or too large. */
export async function readBytes(
  folder: string,
  name: string,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const found = await locate(folder, name);
  return found && found.sizeBytes <= maxBytes ? readFile(found.path) : undefined;
}
