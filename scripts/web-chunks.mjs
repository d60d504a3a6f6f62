// Which modules of the web client are sent together. Left to itself, the bundler makes a file of whatever the same
// pages share: some ninety of a few hundred bytes each before a list is seen, and each costs a request. Here pages that
// are opened after one another are a family, and what the same families share is one file.

import { relative } from 'node:path';

/** Pages by their paths below `web`: the folder of the clone may have any name, also `reader`. */
const families = {
  frame: /[/]app[/]shell[.]tsx$|[/]home[/]home-page[.]tsx$/,
  // Downloads go on from the start, whatever page is shown: nobody fetches the frame for them before signing in.
  entering: /[/]features[/]sign-in[/].*page[.]tsx$|[/]offline[/]downloads[.]ts$/,
  lists: /[/]features[/](?:browse|series|books|collections|read-lists|want-to-read|search)[/].*pages?[.]tsx$/,
  others:
    /[/]features[/](?:account|administration|libraries|notes|offline|presets|setup|statistics)[/].*page[.]tsx$/,
  // On the side of every page, once it is there.
  later: /[/]progress[/]send[.]ts$|[/]search[/]palette[.]tsx$/,
  readers: /[/]reader[/].*page[.]tsx$/,
};

/**
 * The bundler's options that put modules together. Builds the client once without writing it, to see what each page
 * really uses: what is left out of what a module imports is known only then.
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
  // All that a module needs has a name of its own.
  return { codeSplitting: { groups: [{ ...group, includeDependenciesRecursively: false }] } };
}

/** The name of the file for each module that is in one with others; pages themselves keep theirs. */
function nameModules(chunks, toPath) {
  const own = new Set(chunks.map(({ facadeModuleId }) => facadeModuleId));
  const isMain = ({ isEntry, facadeModuleId }) => isEntry && facadeModuleId?.endsWith('.html');
  const main = new Set(chunks.filter(isMain).flatMap((page) => listModules(chunks, page)));
  /** The families that use a module, with the number of their pages that do. */
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

/** Of a page and all that it cannot do without. */
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
