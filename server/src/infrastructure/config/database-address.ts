// The address of a database: which of its parts are secrets, and how it is shown without them.

export const hidden = '***';

/** Parameters of a database's address that say nothing secret. */
const harmless = ['application_name', 'host', 'port', 'sslmode', 'sslnegotiation', 'sslrootcert', 'user'];
/** Parameters that are named, with their value hidden. What else stands there may be a part of a password itself. */
const named = ['options', 'password', 'sslcert', 'sslkey', 'sslpassword'];

/**
 * Whether an address has its parts where they belong. In one whose password holds `/`, `?` or `#` as they are, a part
 * of the password would be taken for a port, a path or a parameter, and be told in errors.
 */
export function isPlainAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.hash === '' && !/[@:]/.test(url.pathname) && !url.search.includes('@');
}

/** The address of a database without its secrets; nothing of it where it cannot be told what is one. */
export function hideAddress(address: string): string {
  const url = URL.parse(address);
  if (url === null || !isPlainAddress(address)) return hidden;
  const password = url.password === '' ? '' : `:${hidden}`;
  const user = url.username === '' && password === '' ? '' : `${url.username}${password}@`;
  const parameters = [...url.searchParams].map(([name, value]) =>
    harmless.includes(name)
      ? `${name}=${encodeURIComponent(value)}`
      : `${named.includes(name) ? name : hidden}=${hidden}`,
  );
  const search = parameters.length === 0 ? '' : `?${parameters.join('&')}`;
  return `${url.protocol}//${user}${url.host}${url.pathname}${search}`;
}

/** Values of parameters, and names that are none of ours: they may be a part of a password. */
export const listSecretParameters = (url: URL): string[] =>
  [...url.searchParams].flatMap(([name, value]) =>
    harmless.includes(name) ? [] : named.includes(name) ? [value] : [name, value],
  );
