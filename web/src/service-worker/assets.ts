// Parts of the client beyond the shell: kept as they are visited, the readers all at once when a book is kept. Their
// names change with what is in them, so none is ever asked for again.
import { matchPrecache } from 'workbox-precaching';

interface Built {
  shell: readonly string[];
  readers: readonly string[];
  /** Fonts, character maps and decoders of PDFs. */
  pdfParts: readonly string[];
}

/** Small files by the hundred: one after the other would take as many journeys. */
const lanes = 6;

export function createAssets(base: string, { shell, readers, pdfParts }: Built) {
  const name = `lectern-parts ${base}`;
  const isShell = new Set(shell);
  /** Of this version of the client; parts of others go when this one takes over. */
  const isOurs = new Set([...readers, ...pdfParts]);

  async function visit(request: Request): Promise<Response> {
    const cache = await caches.open(name);
    const known = await cache.match(request, { ignoreVary: true });
    if (known) return known;
    const response = await fetch(request);
    if (response.status === 200) await cache.put(request, response.clone());
    return response;
  }

  const open = async (request: Request) => (await matchPrecache(request.url)) ?? fetch(request);

  return {
    /** Undefined for what the shell or the server answers. */
    answer: (request: Request, path: string): Promise<Response> | undefined =>
      isShell.has(path) ? open(request) : path.startsWith('assets/') ? visit(request) : undefined,

    /** Throws when one of them cannot be had. */
    async keepReaders({ withPdf }: { withPdf: boolean }): Promise<void> {
      const cache = await caches.open(name);
      const waiting = [...readers, ...(withPdf ? pdfParts : [])];
      const lane = async () => {
        for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
          const url = base + path;
          if (!(await cache.match(url, { ignoreVary: true }))) await cache.add(url);
        }
      };
      await Promise.all(Array.from({ length: lanes }, lane));
    },

    /** Bounded by the version: what belongs to no reader comes again when it is visited. */
    async forgetOld(): Promise<void> {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        if (!isOurs.has(new URL(request.url).pathname.slice(base.length))) await cache.delete(request);
    },
  };
}
