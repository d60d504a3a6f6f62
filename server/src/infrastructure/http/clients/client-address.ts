// Identifies the client of an address, for counting.

/**
 * IPv6 addresses of one network share the first 64 bits and are one client. IPv4 stays unchanged, also inside IPv6
 * (`::ffff:192.0.2.1`). Invalid addresses (a proxy may send anything) are shortened.
 */
export function toClientKey(address: string): string {
  const ip = address.slice(0, 64).toLowerCase();
  if (ip.startsWith('::ffff:') && ip.includes('.')) return ip.slice('::ffff:'.length);
  if (!ip.includes(':')) return ip;
  const [head = '', tail = ''] = ip.split('%')[0]?.split('::') ?? [];
  const groups = head.split(':').filter(Boolean);
  const rest = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0');
  return [...groups, ...zeros, ...rest].slice(0, 4).join(':');
}
