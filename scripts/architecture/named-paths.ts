// Checks that the paths and folders in documents exist. A document can give a path in full (`server/src/app.ts`) or only
// its end (`scanning/tasks`, `fields.ts`). references/links.ts checks links.

interface Document {
  path: string;
  text: string;
}

/** File names in the repository, as opposed to a user's books or the data folder. */
const sourceFile = /\.(?:[cm]?[jt]sx?|css)$/;
/** A folder and its content, as opposed to API addresses, media types, package names and values in a sentence. */
const relativePath = /^[a-z][\w.*-]*(?:\/[\w.*<>{},-]+)+\/?$/;
/** Media types, the data folder, addresses, installed packages. */
const otherNames = /^(?:application|image|text|audio|font|multipart|data|host|node_modules)\//;

/** Returns a message for each path that a document names and that does not exist. */
export function findMissingPaths(documents: readonly Document[], files: readonly string[]): string[] {
  const known = new Set(files.flatMap(listNames));
  return documents.flatMap((document) =>
    listSpans(document.text)
      .filter((span) => !exists(span, known))
      .map((span) => `${document.path}: names ${span}, which does not exist`),
  );
}

/** Returns the names of a file and of the folders above it: the full path and its ends, each also without extension. */
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
