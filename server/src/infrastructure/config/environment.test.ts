import { expect, test } from 'vitest';
import { withoutCredentials } from './environment.ts';

test.each([
  ['http://name:secret@proxy.example:3128', 'http://proxy.example:3128'],
  ['http://name@proxy.example', 'http://proxy.example'],
  ['name:secret@proxy.example:3128', 'proxy.example:3128'],
  ['http://name:sec@ret@proxy.example', 'http://proxy.example'],
  ['socks5h://name:a/b?c#d@proxy.example', 'socks5h://proxy.example'],
  ['http://proxy.example:3128', 'http://proxy.example:3128'],
  ['localhost,.example.org', 'localhost,.example.org'],
])('the proxy %s without credentials is %s', (given, expected) =>
  expect(withoutCredentials({ HTTPS_PROXY: given })).toEqual({ HTTPS_PROXY: expected }),
);
