// Addresses that may contain a password, such as that of a database, and their form without secrets.

export const hidden = '***';

/** Parameters of a database address that are not secret. */
const harmless = ['application_name', 'host', 'port', 'sslmode', 'sslnegotiation', 'sslrootcert', 'user'];
/** Parameters that are shown with their value hidden. Other names may be a part of a password. */
const named = ['options', 'password', 'sslcert', 'sslkey', 'sslpassword'];

/**
 * Returns whether an address is well-formed. With an unescaped `/`, `?` or `#` in its password, a part of the password
 * would be parsed as a port, a path or a parameter, and be shown in errors.
 */
export function isPlainAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.hash === '' && !/[@:]/.test(url.pathname) && !url.search.includes('@');
}

/** Returns an address without its secrets, or only `***` if they cannot be recognized. */
export function hideAddress(address: string): string {
  const url = URL.parse(address);
  if (url === null || !isPlainAddress(address)) return hidden;
  const password = url.password === '' ? '' : `:${hidden}`;
  // The user name of a web address may be a token: https://token@host.
  const name = url.username !== '' && /^https?:$/.test(url.protocol) ? hidden : url.username;
  const user = name === '' && password === '' ? '' : `${name}${password}@`;
  const parameters = [...url.searchParams].map(([parameter, value]) =>
    harmless.includes(parameter)
      ? `${parameter}=${encodeURIComponent(value)}`
      : `${named.includes(parameter) ? parameter : hidden}=${hidden}`,
  );
  const search = parameters.length === 0 ? '' : `?${parameters.join('&')}`;
  const path = url.pathname === '/' && !address.includes(`${url.host}/`) ? '' : url.pathname;
  return `${url.protocol}//${user}${url.host}${path}${search}`;
}

/** Returns an address for a command that users copy; the program asks for the password. */
export function withoutSecrets(address: string): string {
  const url = new URL(address);
  url.password = '';
  for (const name of [...url.searchParams.keys()])
    if (!harmless.includes(name)) url.searchParams.delete(name);
  return url.href;
}

/** Returns the secrets of an address: the address itself if it contains any, and each secret. */
export function listSecretsOfAddress(address: string): string[] {
  const url = URL.parse(address);
  if (url === null) return [address];
  const user = url.password === '' && /^https?:$/.test(url.protocol) ? [url.username] : [url.password];
  const found = [...user, ...listSecretParameters(url)].filter((secret) => secret !== '');
  return found.length === 0 ? [] : [address, ...found];
}

/** Values of parameters, and unknown names, which may be a part of a password. */
const listSecretParameters = (url: URL): string[] =>
  [...url.searchParams].flatMap(([name, value]) =>
    harmless.includes(name) ? [] : named.includes(name) ? [value] : [name, value],
  );
