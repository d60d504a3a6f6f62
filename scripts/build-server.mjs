// Builds the server where it is not built yet, or where it has changed since: its sources and the packages that they
// use in a few files, which begin in a third of the time and of the memory that reading a thousand takes.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { buildFresh, listFiles, root } from './build.mjs';

const server = join(root, 'server');
const folders = ['contract', 'formats', 'server'].map((name) => join(root, name));

/** What holds machine code or WebAssembly or finds its own files by name, and what such packages share with the server. */
export const unbundled = [
  '@embedpdf/pdfium',
  '@jsquash/jxl',
  '@node-rs/argon2',
  '@parcel/watcher',
  '7z-wasm',
  'better-sqlite3',
  'graphile-worker',
  'koffi',
  'libheif-js',
  'node-unrar-js',
  'pg',
  'pino',
  'sharp',
];

/**
 * Files of packages that the program sends as they are. The build holds copies: that package brings another whose script
 * reports each installation to its maker.
 */
const copied = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'].map(
  (name) => `swagger-ui-dist/${name}`,
);

/** What is started by its name, see server/src/infrastructure/program-files.ts. */
const entries = {
  main: 'main.ts',
  worker: 'worker.ts',
  'reading-thread-entry': 'infrastructure/database/reading-thread-entry.ts',
  'bcrypt-thread-entry': 'features/identity/password-schemes/bcrypt-thread-entry.ts',
};
const launcher = { launcher: 'infrastructure/confinement/launcher.cts' };

/**
 * V8 keeps the text of what runs in memory, two bytes a character where one of them is beyond Latin-1. Lines stay as they
 * are, for stack traces.
 */
const lean = { charset: 'ascii', comments: { legal: true, annotation: false, jsdoc: false } };

export const buildServer = () =>
  buildFresh({
    what: 'the server',
    built: join(server, 'dist'),
    sources: [
      ...folders.flatMap((folder) => [
        join(folder, 'package.json'),
        ...listFiles(join(folder, 'src')).filter((file) => !file.endsWith('.test.ts')),
      ]),
      ...['build.mjs', 'build-server.mjs'].map((name) => join(root, 'scripts', name)),
    ],
    async build(fresh) {
      const { rolldown } = await import('rolldown');
      const write = async (input, output) => {
        const bundle = await rolldown({
          input: Object.fromEntries(
            Object.entries(input).map(([name, path]) => [name, join(server, 'src', path)]),
          ),
          cwd: root,
          platform: 'node',
          external: [/^node:/, ...unbundled.map((name) => new RegExp(`^${name}(/|$)`))],
        });
        await bundle.write({ dir: fresh, chunkFileNames: '[name]-[hash].js', ...lean, ...output });
        await bundle.close();
      };
      await write(entries, { format: 'esm' });
      // CommonJS, as its source says why.
      await write(launcher, { format: 'cjs', entryFileNames: '[name].cjs' });
      for (const path of copied) cpSync(join(root, 'node_modules', path), join(fresh, path));
    },
  });
