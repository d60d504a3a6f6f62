// Values in English messages. Has no imports, so that the web client can load it cheaply.

/** Replaces `{name}` by the value of that name. Missing values become empty. */
export const fillMessage = (text: string, values: Readonly<Record<string, string | number>> = {}): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
