// A simulated Kobo for tests. Its calls and its handling of responses follow the documented facts about the device, not
// our code. It follows no redirects, accepts no cookies, and applies a reading position only if it is newer than its
// own.

interface KoboMetadata {
  EntitlementId: string;
  Title: string;
  CoverImageId: string;
  DownloadUrls: { Format: string; Size: number; Url: string }[];
  Series?: { Name: string; Number: string };
  [name: string]: unknown;
}

export interface KoboReadingState {
  EntitlementId: string;
  Created?: string;
  LastModified: string;
  PriorityTimestamp?: string;
  StatusInfo: { Status: string; LastModified?: string; TimesStartedReading?: number };
  Statistics?: Record<string, unknown>;
  CurrentBookmark?: {
    LastModified?: string;
    ProgressPercent?: number;
    ContentSourceProgressPercent?: number;
    Location?: { Value: string; Type: string; Source: string };
  };
}

interface Whole {
  BookEntitlement: { Id: string; IsRemoved: boolean; LastModified: string };
  BookMetadata: KoboMetadata;
  ReadingState?: KoboReadingState;
}

interface Event {
  NewEntitlement?: Whole;
  ChangedEntitlement?: Whole;
  ChangedProductMetadata?: KoboMetadata;
  ChangedReadingState?: { ReadingState: KoboReadingState };
}

export interface Held {
  metadata: KoboMetadata;
  state: KoboReadingState;
}

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const maxPages = 50;

export function createKoboDevice(apiEndpoint: string) {
  const library = new Map<string, Held>();
  let syncToken: string | undefined;
  let resources: Record<string, string> = {};

  async function call(method: string, address: string, options: { body?: unknown; headers?: object } = {}) {
    const response = await fetch(address.startsWith('http') ? address : `${apiEndpoint}${address}`, {
      method,
      redirect: 'manual',
      headers: {
        'user-agent':
          'Mozilla/5.0 (Linux; U; Android 2.0; en-us;) AppleWebKit/538.1 (Kobo Touch 0377/4.38.21908)',
        authorization: 'Bearer of-the-shop',
        'x-kobo-userkey': 'of-the-shop',
        ...(options.body !== undefined && { 'content-type': 'application/json; charset=utf-8' }),
        ...options.headers,
      },
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.headers.get('set-cookie')) throw new Error('A cookie');
    if (response.status >= 300 && response.status < 400) throw new Error('A redirect');
    return { status: response.status, headers: response.headers, bytes };
  }

  async function callJson<T>(
    method: string,
    address: string,
    options: { body?: unknown; headers?: object } = {},
  ) {
    const { status, headers, bytes } = await call(method, address, options);
    if (status >= 300) throw new Error(`${method} ${address}: ${status} ${bytes.toString().slice(0, 300)}`);
    return { status, headers, body: JSON.parse(bytes.toString()) as T };
  }

  function take(event: Event): void {
    const { NewEntitlement, ChangedEntitlement, ChangedProductMetadata, ChangedReadingState } = event;
    if (Object.keys(event).length !== 1) throw new Error('An event has more than one member');
    if (NewEntitlement) {
      const { BookEntitlement, BookMetadata, ReadingState } = NewEntitlement;
      if (!ReadingState || !time.test(BookEntitlement.LastModified))
        throw new Error('Incomplete book entitlement');
      library.set(BookEntitlement.Id, { metadata: BookMetadata, state: ReadingState });
    } else if (ChangedEntitlement) {
      const { BookEntitlement } = ChangedEntitlement;
      if (BookEntitlement.IsRemoved) library.delete(BookEntitlement.Id);
    } else if (ChangedProductMetadata) {
      const held = library.get(ChangedProductMetadata.EntitlementId);
      if (held) held.metadata = ChangedProductMetadata;
    } else if (ChangedReadingState) {
      const { ReadingState } = ChangedReadingState;
      const held = library.get(ReadingState.EntitlementId);
      if (!time.test(ReadingState.LastModified)) throw new Error('Not a time');
      if (held && ReadingState.LastModified > held.state.LastModified) held.state = ReadingState;
    } else throw new Error(`Unknown: ${Object.keys(event).join()}`);
  }

  return {
    library,
    call,
    callJson,
    resources: () => resources,
    token: () => syncToken,
    /** Simulates a repaired account or a restored backup. */
    setToken(token: string | undefined) {
      syncToken = token;
    },

    async start(): Promise<void> {
      const { body, headers } = await callJson<{ Resources: Record<string, string> }>(
        'GET',
        '/v1/initialization',
      );
      if (headers.get('x-kobo-apitoken') !== 'e30=') throw new Error('Header x-kobo-apitoken is missing');
      resources = body.Resources;
      await callJson('POST', '/v1/auth/device', { body: { UserKey: 'k', AffiliateName: 'Kobo' } });
    },

    /** Sends one sync request. `isLost`: the response never arrives. */
    async syncOnce({ isLost = false } = {}): Promise<{ events: Event[]; hasMore: boolean }> {
      const { body, headers } = await callJson<Event[]>('GET', resources.library_sync ?? '/v1/library/sync', {
        headers: syncToken === undefined ? {} : { 'x-kobo-synctoken': syncToken },
      });
      const hasMore = headers.get('x-kobo-sync') === 'continue';
      if (body.length > 100) throw new Error('The page has more than 100 items');
      const token = headers.get('x-kobo-synctoken');
      if (!token) throw new Error('No token');
      if (hasMore && token === syncToken) throw new Error('The sync token does not advance');
      if (isLost) return { events: [], hasMore };
      syncToken = token;
      for (const event of body) take(event);
      return { events: body, hasMore };
    },

    /** Returns the names of all events of all pages. */
    async sync(between?: (page: number) => Promise<void>): Promise<string[]> {
      const names: string[] = [];
      for (let page = 1; page <= maxPages; page++) {
        const { events, hasMore } = await this.syncOnce();
        names.push(...events.map((event) => Object.keys(event)[0] ?? ''));
        if (!hasMore) return names;
        await between?.(page);
      }
      throw new Error('The sync does not end');
    },

    byTitle(title: string): Held {
      const found = [...library.values()].find(({ metadata }) => metadata.Title === title);
      if (!found) throw new Error(`${title} is not on the device`);
      return found;
    },

    /** Downloads the format that suits the device best. */
    async download({ metadata }: Held): Promise<Buffer> {
      const order = ['EPUB3FL', 'KEPUB', 'EPUB3', 'EPUB'];
      const [best] = metadata.DownloadUrls.toSorted(
        (a, b) => order.indexOf(a.Format) - order.indexOf(b.Format),
      );
      if (!best) throw new Error('No download is offered');
      const { status, bytes } = await call('GET', best.Url);
      // The size of a converted book is an estimate, which the device displays.
      const isWhole = best.Format === 'KEPUB' ? best.Size > 0 : bytes.length === best.Size;
      if (status !== 200 || !isWhole) throw new Error(`Download: ${status}`);
      return bytes;
    },

    cover({ metadata }: Held, width: number, height: number) {
      const template = resources.image_url_quality_template ?? '';
      const values: Record<string, string> = {
        ImageId: metadata.CoverImageId,
        Width: String(width),
        Height: String(height),
        Quality: '90',
        IsGreyscale: 'false',
      };
      return call(
        'GET',
        template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''),
      );
    },

    /** Sends a reading state as the device does after reading. */
    async read(held: Held, state: Omit<KoboReadingState, 'EntitlementId'>): Promise<unknown> {
      const id = held.metadata.EntitlementId;
      held.state = { EntitlementId: id, ...state };
      const address = (resources.reading_state ?? '/v1/library/{Ids}/state').replace('{Ids}', id);
      const { body } = await callJson('PUT', address, { body: { ReadingStates: [held.state] } });
      return body;
    },

    /** Sends the known reading state back unchanged. */
    echo(held: Held) {
      return this.read(held, held.state);
    },
  };
}

export type KoboDevice = ReturnType<typeof createKoboDevice>;
