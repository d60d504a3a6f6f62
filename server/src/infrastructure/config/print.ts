// `lectern config print`: every key with its description, default, source and current value, without secrets. The output
// is a configuration file; keys without a value are comments.
import { stringify } from 'yaml';
import { configKeys, readKey } from './keys.ts';
import { toShown, toSnake } from './marks.ts';
import type { Config } from './schema.ts';
import type { Source, Sources } from './sources.ts';

const header = `# The effective configuration. Changes under Administration → Settings are in the database, take precedence,
# and are not in this list. Each key is also an environment variable: server.port is LECTERN_SERVER_PORT.
`;

export function printConfig({ config, sources }: { config: Config; sources: Sources }): string {
  let lines = header;
  let open: readonly string[] = [];
  for (const { path, description, mark, defaultValue } of configKeys) {
    const sections = path.slice(0, -1);
    for (const [depth, section] of sections.entries()) {
      if (sections.slice(0, depth + 1).every((name, i) => name === open[i])) continue;
      lines += `${'  '.repeat(depth)}${section}:\n`;
    }
    open = sections;
    const value = toFileForm(toShown(readKey(config, path), mark));
    const origin = `Default: ${describeDefault(defaultValue)}. Source: ${describeSource(sources.get(path.join('.')))}.`;
    const [name = ''] = path.slice(-1);
    const setting = value === undefined ? `# ${name}:\n` : stringify({ [name]: value }, { lineWidth: 0 });
    lines += indent(`# ${description}\n# ${origin}\n${setting}`, sections.length);
  }
  return lines;
}

const indent = (text: string, depth: number): string => text.replace(/^(?=.)/gm, '  '.repeat(depth));

/** In one line. */
function describeDefault(value: unknown): string {
  if (value === undefined || value === '') return 'none';
  return Array.isArray(value) && value.length === 0 ? 'empty' : String(value);
}

function describeSource(source: Source | undefined): string {
  switch (source?.kind) {
    case 'file':
      return source.path;
    case 'variable':
      return `variable ${source.name}`;
    case 'flag':
      return `flag ${source.name}`;
    default:
      return 'default';
  }
}

/** Fields whose names in the value are chosen by users. */
const named = ['groupRoles', 'groupLibraries'];

/** Converts sections of a list to the names of the file. */
function toFileForm(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(toFileForm);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(
    entries.map(([key, item]) => [toSnake(key), named.includes(key) ? item : toFileForm(item)]),
  );
}
