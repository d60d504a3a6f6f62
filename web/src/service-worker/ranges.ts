// Byte ranges of a cached response (RFC 9110 §14), as requested by the PDF reader.

/** Returns the whole response unless a single range is requested. */
export async function toPartialResponse(whole: Response, range: string | null): Promise<Response> {
  const match = /^bytes=(\d*)-(\d*)$/.exec(range ?? '');
  const [first = '', last = ''] = match?.slice(1) ?? [];
  if ((first === '' && last === '') || whole.status !== 200) return whole;
  const bytes = await whole.blob();
  const start = first === '' ? Math.max(0, bytes.size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes.size - 1 : Math.min(Number(last), bytes.size - 1);
  const headers = new Headers(whole.headers);
  if (start > end) {
    headers.set('content-range', `bytes */${bytes.size}`);
    return new Response(null, { status: 416, headers });
  }
  headers.set('content-range', `bytes ${start}-${end}/${bytes.size}`);
  headers.set('content-length', String(end - start + 1));
  return new Response(bytes.slice(start, end + 1, bytes.type), { status: 206, headers });
}
