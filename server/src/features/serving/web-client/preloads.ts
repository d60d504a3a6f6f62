// What a page will ask for first, named in its head, so that a browser fetches it all at once instead of finding it out
// step by step: the parts of the client that show the page (scripts/web-parts.mjs lists them), and who one is.

interface Page {
  /** As the client's router writes it: `/series/$id`. */
  path: string;
  files: string[];
}

/** Links for the head of the page at a path, by the list that was built; none for a page that is not in it. */
export function createPreloads(built: string | undefined): (path: string) => string {
  const list: Page[] = JSON.parse(built ?? '[]');
  const pages = list.map(({ path, files }) => ({
    pattern: new RegExp(`^${path.replace(/[$]\w+/g, '[^/]+')}/?$`),
    links: files.map(toLink).join(''),
  }));
  return (path) => {
    const page = pages.find(({ pattern }) => pattern.test(path));
    return page ? ownAccountPath + page.links : '';
  };
}

/** As the client fetches it: else a browser would fetch it twice. */
const ownAccountPath = '<link rel="preload" href="api/v1/auth/me" as="fetch" crossorigin>';

const toLink = (file: string): string =>
  file.endsWith('.css')
    ? `<link rel="preload" href="./${file}" as="style" crossorigin>`
    : `<link rel="modulepreload" href="./${file}" crossorigin>`;
