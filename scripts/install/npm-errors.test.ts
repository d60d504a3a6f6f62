import { expect, test } from 'vitest';
import { isNetworkError } from './npm-errors.mjs';

test.each([
  'npm ERR! code ENOTFOUND\nnpm ERR! syscall getaddrinfo',
  'npm error code EAI_AGAIN\nnpm error request to https://registry.example/zod failed',
  'npm error code ECONNREFUSED',
  'npm error code ERR_SOCKET_TIMEOUT\nnpm error network Socket timeout',
  'npm error code UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'npm ERR! network This is a problem related to network connectivity.',
])('recognizes a network error: %s', (output) => {
  expect(isNetworkError(output)).toBe(true);
});

test.each([
  'npm ERR! Invalid comparator: npm:thumbhash@0.1.1',
  'npm error code E404\nnpm error 404 Not Found - GET https://registry.example/zod',
  'npm error code ENOSPC\nnpm error nospc ENOSPC: no space left on device, write',
  "npm error code EACCES\nnpm error Error: EACCES: permission denied, mkdir '/srv/lectern/node_modules'",
])('does not blame the network for another error: %s', (output) => {
  expect(isNetworkError(output)).toBe(false);
});
