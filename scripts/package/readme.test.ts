import { expect, test } from 'vitest';
import { type Form, toReadme } from './readme.ts';

test('the README of debian names the remedy for a port that is in use', () => {
  const text = toReadme('debian', '1.2.3');
  expect(text).toContain('LECTERN_SERVER_PORT in /etc/default/lectern');
  expect(text).toContain('sudo systemctl restart lectern');
});

test.each<[Form, RegExp]>([
  ['npm', /^ {4}npm install -g \.\/lectern-1\.2\.3\.tgz\n {4}lectern --library /m],
  ['archive', /^ {4}\.\/lectern --library /m],
  ['windows', /^ {4}lectern\.cmd --library C:/m],
  ['debian', /^ {4}lectern --library /m],
])('the README of %s shows its own command and names no package of a registry', (form, command) => {
  const text = toReadme(form, '1.2.3');
  expect(text).toMatch(command);
  expect(text).not.toMatch(/npx|npm install (-g )?lectern/);
});
