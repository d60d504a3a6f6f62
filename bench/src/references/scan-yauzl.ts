// Does the work of scan.ts with the common zip library of Node.js.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openPromise } from 'yauzl';

const [folder = '.'] = process.argv.slice(2);
let files = 0;
let entries = 0;

async function visit(path: string): Promise<void> {
  const zip = await openPromise(path, { autoClose: false });
  const pages = [];
  for await (const entry of zip.eachEntry()) {
    entries++;
    if (entry.fileName.endsWith('.jpg')) pages.push(entry);
  }
  const [first] = pages.sort((a, b) => (a.fileName < b.fileName ? -1 : 1));
  if (first) for await (const _ of await zip.openReadStreamPromise(first));
  zip.close();
  files++;
}

for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (entry.isFile()) await visit(join(entry.parentPath, entry.name));
}
process.stdout.write(`${JSON.stringify({ files, entries })}\n`);
