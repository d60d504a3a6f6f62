// Whether the folders of a library are what they were: a folder that is missing, unreadable, no folder or suddenly
// empty is a disk that is not there, and says nothing about the books that were in it.
import { readdir, stat } from 'node:fs/promises';
import { PermanentFailure } from '#kernel/tasks/define.ts';

interface Root {
  id: string;
  path: string;
}

/**
 * The device of each root by its id. Throws PermanentFailure with a sentence for people when any root is not as it
 * should be: then the whole scan changes nothing.
 */
export async function checkRoots(
  roots: readonly Root[],
  countLive: (rootId: string) => Promise<number>,
): Promise<Map<string, string>> {
  if (roots.length === 0) throw new PermanentFailure('The library has no folder');
  const devices = new Map<string, string>();
  for (const root of roots) devices.set(root.id, await checkRoot(root, countLive));
  return devices;
}

async function checkRoot(
  { id, path }: Root,
  countLive: (rootId: string) => Promise<number>,
): Promise<string> {
  try {
    const facts = await stat(path);
    if (!facts.isDirectory()) throw unavailable(`${path} is not a folder any more`);
    const entries = await readdir(path);
    if (entries.length === 0 && (await countLive(id)) > 0) {
      throw unavailable(`${path} is empty although it held books; is its disk mounted?`);
    }
    return String(facts.dev);
  } catch (error) {
    if (error instanceof PermanentFailure) throw error;
    throw unavailable(explain(path, (error as NodeJS.ErrnoException).code));
  }
}

const unavailable = (message: string) => new PermanentFailure(`${message}. Nothing was changed`);

function explain(path: string, code: string | undefined): string {
  if (code === 'ENOENT' || code === 'ENOTDIR') return `${path} is missing; is its disk mounted?`;
  if (code === 'EACCES' || code === 'EPERM') return `${path} cannot be read; its permissions have changed`;
  return `${path} cannot be read (${code ?? 'unknown error'})`;
}
