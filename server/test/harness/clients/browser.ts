// A minimal browser for sign-in tests: stores cookies by origin and path and follows redirects one at a time.

interface BrowserAnswer {
  status: number;
  url: string;
  headers: Headers;
  text: string;
}

export interface Browser {
  get(url: string, headers?: Record<string, string>): Promise<BrowserAnswer>;
  post(url: string, body?: unknown): Promise<BrowserAnswer>;
  /** Follows redirects until one points to `stop`, which is not requested. Returns its address. */
  followTo(url: string, stop: string): Promise<string>;
  /** The Cookie header that would be sent to the address, `name=value; …`. */
  cookiesFor(url: string): string;
}

interface StoredCookie {
  origin: string;
  path: string;
  name: string;
  value: string;
}

const maxRedirects = 20;

export function createBrowser(): Browser {
  const cookies = new Map<string, StoredCookie>();

  function storeCookie(origin: string, line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const attribute = (name: string) =>
      attributes.find((one) => one.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
    const name = pair.slice(0, pair.indexOf('='));
    const path = attribute('path') ?? '/';
    const key = `${origin} ${path} ${name}`;
    const isOver = attribute('max-age') === '0' || Date.parse(attribute('expires') ?? '') < Date.now();
    if (isOver) cookies.delete(key);
    else cookies.set(key, { origin, path, name, value: pair.slice(name.length + 1) });
  }

  function cookiesFor(url: string): string {
    const { origin, pathname } = new URL(url);
    return [...cookies.values()]
      .filter((one) => one.origin === origin && pathname.startsWith(one.path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  async function send(url: string, options: RequestInit, headers: Record<string, string>) {
    const cookie = cookiesFor(url);
    const sent = { ...headers, ...(cookie && { cookie }) };
    const response = await fetch(url, { ...options, redirect: 'manual', headers: sent });
    for (const line of response.headers.getSetCookie()) storeCookie(new URL(url).origin, line);
    return { status: response.status, url, headers: response.headers, text: await response.text() };
  }

  const get = (url: string, headers: Record<string, string> = { accept: 'text/html' }) =>
    send(url, { method: 'GET' }, headers);

  return {
    get,
    post: (url, body) =>
      send(
        url,
        { method: 'POST', ...(body !== undefined && { body: JSON.stringify(body) }) },
        {
          'sec-fetch-site': 'same-origin',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
      ),
    async followTo(url, stop) {
      let at = url;
      for (let count = 0; count < maxRedirects; count++) {
        const { status, headers, text } = await get(at);
        const location = headers.get('location');
        if (location === null) throw new Error(`${at} returned ${status} without a redirect: ${text}`);
        at = new URL(location, at).href;
        if (at.startsWith(stop)) return at;
      }
      throw new Error(`${url} redirects in a loop`);
    },
    cookiesFor,
  };
}
