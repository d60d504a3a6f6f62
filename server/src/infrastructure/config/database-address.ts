// The address of a database, and how it is shown without its secrets.

export const hidden = '***';

/** Parameters of a database's address that are no secrets. */
const harmless = ['application_name', 'host', 'port', 'sslmode', 'sslnegotiation', 'sslrootcert', 'user'];
/** Parameters that are shown with their value hidden. Other names may be a part of a password. */
const named = ['options', 'password', 'sslcert', 'sslkey', 'sslpassword'];

/**
 * Whether an address is well-formed. With an unescaped `/`, `?` or `#` in its password, a part of the password would be
 * parsed as a port, a path or a parameter, and be shown in errors.
 */
export function isPlainAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.hash === '' && !/[@:]/.test(url.pathname) && !url.search.includes('@');
}

/** The address of a database without its secrets; nothing of it where they cannot be recognised. */
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

/** Hides values of parameters, and unknown names, which may be a part of a password. */
export const listSecretParameters = (url: URL): string[] =>
  [...url.searchParams].flatMap(([name, value]) =>
    harmless.includes(name) ? [] : named.includes(name) ? [value] : [name, value],
  );
