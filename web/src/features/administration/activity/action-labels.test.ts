import { nouns } from '@lectern/contract/nouns';
import { toOperationId } from '@lectern/contract/openapi';
import type { RouteDescription } from '@lectern/contract/route';
import { expect, test } from 'vitest';
import { actionLabels } from './action-labels.ts';

const isRecorded = ({ method, path, access }: RouteDescription) =>
  method !== 'GET' &&
  path !== '/api/v1/libraries/preview-scan' &&
  path !== '/api/v1/users/restrictions/preview' &&
  !/[/]plugins[/]\{id\}[/](?!sources)/.test(path) &&
  !/[/](?:match[/]candidates|(?:match|move)[/]preview)$/.test(path) &&
  [access].flat().some((right) => right !== 'progress:write' && /:(write|delete|manage|admin)$/.test(right));

test('has a label for every recorded action', () => {
  const recorded = nouns.flatMap(({ tag, table }) =>
    Object.entries(table as Record<string, RouteDescription>)
      .filter(([, route]) => isRecorded(route))
      .map(([name]) => toOperationId(tag, name)),
  );
  expect(Object.keys(actionLabels).sort()).toEqual(
    [
      ...recorded,
      'accountsOfABrowser.setPin',
      'authentication.changePassword',
      'quickConnect.approve',
    ].sort(),
  );
});
