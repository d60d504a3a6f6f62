import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findContainerfileFaults } from './containerfile.ts';

const text = readFileSync(join(import.meta.dirname, '../../packaging/container/Containerfile'), 'utf8');

test('the Containerfile keeps to the rules', () => {
  expect(findContainerfileFaults(text)).toEqual([]);
});

test.each([
  [/FROM \$\{BASE\}\n/, 'FROM debian:latest\n', 'FROM debian:latest: the base is the argument BASE'],
  [/debian:13-slim\n/, 'debian:latest\n', 'BASE names no version'],
  [/USER .*/, 'USER root', 'it ends as root'],
  [/USER .*/, 'USER lectern', 'USER is not numeric, so Kubernetes cannot verify that it is not root'],
  [/CMD \["serve.*/, 'CMD serve', 'CMD is not a list of words'],
  [/"\/usr\/bin\/tini", "--", /, '', 'nothing reaps processes and passes signals on'],
  [/COPY packages/, 'ADD packages', 'ADD fetches and unpacks: COPY does what is seen'],
  [/ --no-install-recommends/, '', 'apt-get leaves unused packages or lists'],
  [/VOLUME .*/, 'VOLUME ["/data", "/books"]', 'VOLUME is the data folder alone'],
  [/EXPOSE 8080/, 'EXPOSE 80', 'a port below 1024 needs root'],
  [/HEALTHCHECK .*/, '', 'it has no health check'],
  [/STOPSIGNAL .*/, '', 'it is not stopped by SIGTERM'],
  [/org\.opencontainers\.image\.licenses/, 'licenses', 'the label licenses is missing'],
])('a Containerfile with %s as %s is refused', (part, changed, fault) => {
  expect(findContainerfileFaults(text.replace(part, changed))).toContain(fault);
});
