// An API client for tests: fetch with credentials and parsed response bodies.

export interface Answer<T = unknown> {
  status: number;
  headers: Headers;
  body: T;
  bytes: Buffer;
}

export interface RequestOptions {
  body?: unknown;
  headers?: Record<string, string>;
  /** Raw body, sent instead of JSON. */
  raw?: string | Uint8Array<ArrayBuffer> | FormData;
}

export interface Client {
  url: string;
  request<T = Record<string, unknown>>(
    method: string,
    path: string,
    options?: RequestOptions,
  ): Promise<Answer<T>>;
  get<T = Record<string, unknown>>(path: string, headers?: Record<string, string>): Promise<Answer<T>>;
  post<T = Record<string, unknown>>(path: string, body?: unknown): Promise<Answer<T>>;
  put<T = Record<string, unknown>>(path: string, body?: unknown): Promise<Answer<T>>;
  patch<T = Record<string, unknown>>(path: string, body?: unknown): Promise<Answer<T>>;
  delete<T = Record<string, unknown>>(path: string): Promise<Answer<T>>;
  /** Returns a client for the same server with other headers: `as({ authorization: … })`. */
  as(headers: Record<string, string>): Client;
}

export function createClient(url: string, headers: Record<string, string> = {}): Client {
  const request = async <T>(
    method: string,
    path: string,
    options: RequestOptions = {},
  ): Promise<Answer<T>> => {
    const json = options.body === undefined ? undefined : JSON.stringify(options.body);
    const body = options.raw ?? json;
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
        ...options.headers,
      },
      ...(body !== undefined && { body }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = /json/.test(response.headers.get('content-type') ?? '') && bytes.length > 0;
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson ? JSON.parse(bytes.toString()) : undefined) as T,
      bytes,
    };
  };
  return {
    url,
    request,
    get: (path, extra) => request('GET', path, extra ? { headers: extra } : {}),
    post: (path, body) => request('POST', path, { body }),
    put: (path, body) => request('PUT', path, { body }),
    patch: (path, body) => request('PATCH', path, { body }),
    delete: (path) => request('DELETE', path),
    as: (extra) => createClient(url, { ...headers, ...extra }),
  };
}
