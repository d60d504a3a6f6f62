// The tables of permissions, from the contract and the labels of the web client.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nouns } from '../../contract/src/nouns.ts';
import type { RouteDescription } from '../../contract/src/route.ts';
import { type Permission, permissions, rolePermissions, roles } from '../../contract/src/values.ts';
import type { Blocks } from './blocks.ts';
import { toCode, toTable, toYes } from './table.ts';

const web = join(import.meta.dirname, '../../web/src');

/** Reads the files as text: the modules of the client need the types of a browser. */
function readLabels(): (permission: Permission) => string {
  const source = readFileSync(join(web, 'features/administration/permissions/permissions.ts'), 'utf8');
  const messages = new Map<string, string>(
    Object.entries(JSON.parse(readFileSync(join(web, 'i18n/en.json'), 'utf8'))),
  );
  const keys = new Map(
    [...source.matchAll(/'([\w-]+:\w+)': '([\w.]+)'/g)].map(([, permission = '', key = '']) => [
      permission,
      key,
    ]),
  );
  return (permission) => {
    const label = messages.get(keys.get(permission) ?? '');
    if (label === undefined) throw new Error(`The web client has no label for ${permission}`);
    return label;
  };
}

const requires = ({ access }: RouteDescription, permission: Permission): boolean =>
  typeof access === 'string' ? access === permission : access.includes(permission);

export function permissionBlocks(): Blocks {
  const routes = nouns.flatMap(({ table }): RouteDescription[] => Object.values(table));
  const toLabel = readLabels();
  const rows = permissions.map((permission) => [
    toCode(permission),
    toLabel(permission),
    ...roles.map((role) => toYes(rolePermissions[role].includes(permission))),
    String(routes.filter((route) => requires(route, permission)).length),
  ]);
  return {
    permissions: toTable(['Permission', 'Allows', ...roles, 'Operations'], rows),
  };
}
