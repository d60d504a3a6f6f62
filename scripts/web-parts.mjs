// Parts of the web client outside its bundle: icons, and the service worker, which needs the list of built files. Used
// by build-web.mjs.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, posix } from 'node:path';

/** Pages that work offline after the first visit. Readers are added with the first downloaded book. */
const offlinePages =
  /^src\/(main|app\/accounts\/away-page|ui\/toast-list|features\/(home|offline|sign-in|books|series)\/|reader\/reader-page)/;
/** Separately loaded style sheets and their images are not imports of any chunk in the manifest. */
const readerParts = /^src\/reader\/|\/pdfjs-dist\//;
/** Limit for the uncompressed bytes that a first visit fetches in the background. */
const maxShellBytes = 2_000_000;
/** The messages of a language. A device caches the languages that it shows. */
const messageFile = /^assets\/[a-z]+-[^/]+\.json$/;

/** Draws the icons of the installed client from icon.svg. The maskable icon has the margin that masks need. */
export async function makeIcons(web, folder) {
  const sharp = createRequire(join(web, '..', 'server', 'package.json'))('sharp');
  const drawing = readFileSync(join(web, 'public', 'icon.svg'));
  const draw = (size) => sharp(drawing, { density: (72 * size) / 64 }).resize(size, size);
  const icons = join(folder, 'icons');
  mkdirSync(icons, { recursive: true });
  const ground = '#12151b';
  for (const size of [192, 512])
    await draw(size)
      .png({ palette: true })
      .toFile(join(icons, `${size}.png`));
  const padded = (size, inner) =>
    draw(inner)
      .extend({ ...edges(size, inner), background: ground })
      .flatten({ background: ground })
      .png({ palette: true });
  await padded(512, 416).toFile(join(icons, 'maskable.png'));
  await padded(180, 156).toFile(join(icons, 'apple-touch.png'));
}

function edges(size, inner) {
  const edge = (size - inner) / 2;
  return { top: edge, bottom: edge, left: edge, right: edge };
}

const pageOfPath = /path: '([/][^']*)',[\s\S]*?import[(]'([^']+)'[)]/g;

/**
 * Returns the files that the page of each address needs before it shows anything, so that the server can announce them
 * immediately.
 */
export function toPreloads(web, folder) {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'));
  const known = toFiles(manifest, ['index.html'], () => false);
  const features = join(web, 'src', 'features');
  return readdirSync(features).flatMap((room) => {
    const routes = join(features, room, 'routes.ts');
    if (!existsSync(routes)) return [];
    return [...readFileSync(routes, 'utf8').matchAll(pageOfPath)].flatMap(([, path, page]) => {
      // Path within a nested frame, which differs from the address of the page.
      if (path === '/' && room !== 'home') return [];
      const key = posix.join('src/features', room, page);
      if (!manifest[key]) throw new Error(`${key} was not built`);
      const isFramed = room !== 'sign-in' && room !== 'setup';
      const files = toFiles(manifest, isFramed ? ['src/app/shell.tsx', key] : [key], () => false);
      return [{ path, files: [...files].filter((file) => !known.has(file) && /[.](?:js|css)$/.test(file)) }];
    });
  });
}

/**
 * Returns every file that these chunks of the manifest need, and the lazily loaded files of chunks that `follow`
 * accepts.
 */
function toFiles(manifest, keys, follow) {
  const files = new Set();
  const seen = new Set();
  const visit = (key) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
    for (const one of chunk.imports ?? []) visit(one);
    for (const one of chunk.dynamicImports ?? []) if (follow(one)) visit(one);
  };
  for (const key of keys) visit(key);
  return files;
}

/**
 * Fonts, character maps and decoders that pdf.js fetches by name when a document needs them. Chunks do not refer to
 * them.
 */
const listPdfParts = (folder) =>
  readdirSync(join(folder, 'assets'), { recursive: true })
    .filter((name) => /^pdfjs-[^/]+\/.*\.(bcmap|pfb|ttf|icc|js)$/.test(name))
    .map((name) => `assets/${name}`);

/**
 * Returns the files to cache with the first visit, the first book and the first PDF, and the messages of all languages.
 * Throws if the first visit needs too much.
 */
function toOfflineFiles(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'));
  const keys = Object.keys(manifest);
  const entries = keys.filter((key) => offlinePages.test(key) || key === 'index.html');
  const visited = toFiles(manifest, entries, () => false);
  for (const chunk of Object.values(manifest)) if (chunk.name === 'first') visited.add(chunk.file);
  const messages = [...visited].filter((file) => messageFile.test(file));
  const shell = [...visited].filter((file) => !messageFile.test(file));
  const readers = toFiles(
    manifest,
    keys.filter((key) => readerParts.test(key)),
    (key) => key.startsWith('src/reader/') || !key.startsWith('src/'),
  );
  const sizeBytes = shell.reduce((sum, file) => sum + readFileSync(join(folder, file)).length, 0);
  if (sizeBytes > maxShellBytes) throw new Error(`What opens without a network takes ${sizeBytes} bytes`);
  const revision = createHash('sha256')
    .update(readFileSync(join(folder, 'index.html')))
    .digest('hex');
  return {
    revision,
    shell: shell.sort(),
    messages: messages.sort(),
    readers: [...readers].filter((file) => !visited.has(file)).sort(),
    pdfParts: listPdfParts(folder).sort(),
  };
}

/** Writes service-worker.js next to the page: a single file without a hash in its name. */
export async function buildWorker(build, web, folder) {
  await build({
    root: web,
    configFile: false,
    logLevel: 'warn',
    define: {
      __BUILT__: JSON.stringify(toOfflineFiles(folder)),
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2022',
      rollupOptions: {
        input: join(web, 'src', 'service-worker', 'worker.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  });
}
