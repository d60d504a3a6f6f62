// Client scripts that browsers fetch before they show a page.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { report } from '../figures/report.ts';

const built = join(import.meta.dirname, '..', '..', '..', 'web', 'dist');
const firstPageBudget = 180;

interface Chunk {
  file: string;
  imports?: string[];
}
type Manifest = Record<string, Chunk>;

/** Lists the scripts that a page needs before it shows anything: its chunks and all their imports. */
function toScripts(manifest: Manifest, keys: readonly string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    if (chunk.file.endsWith('.js')) files.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const key of keys) visit(key);
  return files;
}

const weigh = (files: Iterable<string>, end: string): number =>
  [...files].reduce((sum, file) => {
    const packed = join(built, `${file}.${end}`);
    return sum + statSync(existsSync(packed) ? packed : join(built, file)).size;
  }, 0) / 1_000;

export function weighScripts(): void {
  const manifest: Manifest = JSON.parse(readFileSync(join(built, '.vite', 'manifest.json'), 'utf8'));
  const find = (pattern: RegExp) => Object.keys(manifest).filter((key) => pattern.test(key));
  const frame = ['index.html', ...find(/^src\/app\/shell/)];
  const first = toScripts(manifest, [...frame, ...find(/home-page/)]);
  for (const end of ['gz', 'br'])
    report({
      name: `scripts of the first page, ${end === 'gz' ? 'gzip' : 'Brotli'}`,
      value: weigh(first, end),
      unit: 'kB',
      budget: firstPageBudget,
    });
  for (const key of find(/^src\/reader\/[\w]+\/[\w-]*reader-page/)) {
    const more = [...toScripts(manifest, [key])].filter((file) => !first.has(file));
    report({
      name: `${key.split('/').at(-1)}, gzip, beside the first page`,
      value: weigh(more, 'gz'),
      unit: 'kB',
    });
  }
}
