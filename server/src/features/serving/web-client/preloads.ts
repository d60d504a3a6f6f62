// Preload links in the head of a page, so that a browser fetches the first requests in parallel: the scripts of the
// page (listed by scripts/web-parts.mjs) and the user's account.

interface Page {
  /** In the form of the client's router: `/series/$id`. */
  path: string;
  files: string[];
}

/** Returns the preload links for a path, according to the built list; empty for unlisted pages. */
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

/** Must match the client's fetch, otherwise browsers fetch it twice. */
const ownAccountPath = '<link rel="preload" href="api/v1/auth/me" as="fetch" crossorigin>';

const toLink = (file: string): string =>
  file.endsWith('.css')
    ? `<link rel="preload" href="./${file}" as="style" crossorigin>`
    : `<link rel="modulepreload" href="./${file}" crossorigin>`;
