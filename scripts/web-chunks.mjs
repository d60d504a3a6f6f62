// Determines which modules of the web client share a file. By default, the bundler makes a file for each set of pages
// that share modules: some ninety files of a few hundred bytes before a list appears, each with the cost of a request.
// Here pages that are opened after one another form a family, and the modules of the same families share one file.

import { relative } from 'node:path';

/** Pages by their paths below `web`. The folder of the clone may have any name, also `reader`. */
const families = {
  frame: /[/]app[/]shell[.]tsx$|[/]home[/]home-page[.]tsx$/,
  // Downloads resume at the start on any page. The frame must not be fetched for them before sign-in.
  entering: /[/]features[/]sign-in[/].*page[.]tsx$|[/]offline[/]downloads[.]ts$/,
  lists: /[/]features[/](?:browse|series|books|collections|read-lists|want-to-read|search)[/].*pages?[.]tsx$/,
  others:
    /[/]features[/](?:account|administration|libraries|notes|offline|presets|setup|statistics)[/].*page[.]tsx$/,
  // Loaded by every page after it is shown.
  later: /[/]progress[/]send[.]ts$|[/]search[/]palette[.]tsx$|[/]ui[/]toast-list[.]tsx$/,
  readers: /[/]reader[/].*page[.]tsx$/,
};

/**
 * Returns the bundler options that group modules. Builds the client once without writing it, to see the modules that
 * each page really uses: tree shaking happens during the build.
 */
export async function planChunks(build, web) {
  const { output } = await build({
    root: web,
    logLevel: 'error',
    build: { write: false, minify: false, reportCompressedSize: false },
  });
  const chunks = output.filter(({ type }) => type === 'chunk');
  const names = nameModules(chunks, (id) => relative(web, id ?? '').replaceAll('\\', '/'));
  const group = { debugName: 'families', name: (id) => names.get(id) ?? null };
  // Dependencies are assigned by their own names.
  return { codeSplitting: { groups: [{ ...group, includeDependenciesRecursively: false }] } };
}

/** Returns the file name of each module that shares a file. Pages keep their own files. */
function nameModules(chunks, toPath) {
  const own = new Set(chunks.map(({ facadeModuleId }) => facadeModuleId));
  const isMain = ({ isEntry, facadeModuleId }) => isEntry && facadeModuleId?.endsWith('.html');
  const main = new Set(chunks.filter(isMain).flatMap((page) => listModules(chunks, page)));
  /** Families that use a module, with the number of their pages that use it. */
  const users = new Map();
  for (const [family, pattern] of Object.entries(families)) {
    const pages = chunks.filter(({ moduleIds }) => moduleIds.some((id) => pattern.test(toPath(id))));
    if (pages.length === 0) throw new Error(`There is no page of the family ${family}`);
    for (const id of pages.flatMap((page) => listModules(chunks, page))) {
      const known = users.get(id) ?? new Map();
      users.set(id, known.set(family, (known.get(family) ?? 0) + 1));
    }
  }
  const names = new Map([...main].map((id) => [id, 'main']));
  for (const [id, by] of users) {
    const isOfOne = by.size === 1 && !by.has('frame') && [...by.values()][0] === 1;
    const name = by.has('frame') ? (by.has('entering') ? 'early' : 'frame') : [...by.keys()].join('-');
    if (!names.has(id) && !isOfOne) names.set(id, name);
  }
  for (const id of own) names.delete(id);
  for (const id of main) if (toPath(id) === 'src/main.tsx') names.delete(id);
  return names;
}

/** Returns the modules of a page and of all its static imports. */
function listModules(chunks, page) {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const files = new Set();
  const visit = (fileName) => {
    const chunk = byFile.get(fileName);
    if (!chunk || files.has(fileName)) return;
    files.add(fileName);
    chunk.imports.forEach(visit);
  };
  visit(page.fileName);
  return [...files].flatMap((fileName) => byFile.get(fileName).moduleIds);
}
