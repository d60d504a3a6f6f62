// Turns on Internet access of the server and providers.
import type { Plugin } from '@lectern/contract/plugins/plugins';
import { call } from '../../api/call.ts';

/** Whether all required credentials are stored. */
export const isSetUp = ({ credentials }: Plugin): boolean =>
  credentials.every(({ required, isSet }) => !required || isSet);

export async function turnOnProviders(
  providers: readonly Plugin[],
  { isOnline }: { isOnline: boolean },
): Promise<void> {
  if (!isOnline)
    await call('PUT /api/v1/admin/settings/{key}', {
      params: { key: 'online.enabled' },
      body: { value: true },
    });
  for (const { id, isEnabled } of providers)
    if (!isEnabled)
      await call('PATCH /api/v1/admin/plugins/{id}', { params: { id }, body: { isEnabled: true } });
}
