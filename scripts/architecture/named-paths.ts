// Paths and folders that documents name exist, whether they stand there in full (`server/src/app.ts`) or by their end
// (`scanning/tasks`, `fields.ts`), and so do the files that they link to.
import { posix } from 'node:path';

interface Document {
  path: string;
  text: string;
}

/** Names of files of the repository, not of a reader's books or of the data folder. */
const sourceFile = /\.(?:[cm]?[jt]sx?|css)$/;
/** A folder and what lies in it: no address of the API, no media type, no name of a package, no value in a sentence. */
const relativePath = /^[a-z][\w.*-]*(?:\/[\w.*<>{},-]+)+\/?$/;
/** Media types, the data folder, addresses, what is installed. */
const otherNames = /^(?:application|image|text|audio|font|multipart|data|host|node_modules)\//;

/** One sentence for each path that a document names and that is not there. */
export function findMissingPaths(documents: readonly Document[], files: readonly string[]): string[] {
  const known = new Set(files.flatMap(listNames));
  return documents.flatMap((document) => [
    ...listSpans(document.text)
      .filter((span) => !exists(span, known))
      .map((span) => `${document.path}: names ${span}, which does not exist`),
    ...listLinks(document)
      .filter((path) => !known.has(path))
      .map((path) => `${document.path}: links to ${path}, which does not exist`),
  ]);
}

/** A file and the folders above it, each in full, by its ends and without the ending of its name. */
function listNames(file: string): string[] {
  const segments = file.split('/');
  return segments.flatMap((_, end) =>
    segments.slice(0, end + 1).flatMap((_, start) => {
      const name = segments.slice(start, end + 1).join('/');
      return [name, name.replace(/\.\w+$/, '')];
    }),
  );
}

function listSpans(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '');
  return [...prose.matchAll(/`([^`\n]+)`/g)]
    .map(([, span = '']) => span)
    .filter((span) => (relativePath.test(span) && !otherNames.test(span)) || /^[\w-]+\.[\w.-]+$/.test(span))
    .filter((span) => span.includes('/') || sourceFile.test(span));
}

function exists(span: string, known: ReadonlySet<string>): boolean {
  const path = span.replace(/\/$/, '');
  if (!/[*<{]/.test(path)) return known.has(path);
  const choices = path
    .replace(/[.]/g, '[.]')
    .replace(/\*\*\/|\*|<\w+>/g, (mark) => (mark === '**/' ? '(?:.*/)?' : '[^/]*'))
    .replace(/\{([^}]*)\}/g, (_, list: string) => `(?:${list.replaceAll(',', '|')})`);
  const pattern = new RegExp(`^${choices}$`);
  return [...known].some((name) => pattern.test(name));
}

const listLinks = ({ path, text }: Document): string[] =>
  [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^\w+:/.test(target))
    .map((target) => posix.normalize(posix.join(posix.dirname(path), target)).replace(/\/$/, ''));
