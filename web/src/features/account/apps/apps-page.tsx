// What reading apps are told: addresses of catalogs, and keys instead of the password.
import { Stack } from '@mantine/core';
import { toUrl } from '../../../api/call.ts';
import { usePermission } from '../../../api/use-permission.ts';
import { CopyField } from '../../../ui/manage/copy.tsx';
import { Head } from '../../../ui/manage/rows.tsx';
import { Part } from '../../../ui/manage/sections.tsx';
import { ApiKeyList } from '../../administration/index.tsx';
import { useText } from '../words/index.ts';

export function AppsPage() {
  const t = useText();
  const hasPermission = usePermission();
  return (
    <>
      <Head title={t('apps')} />
      <Part title={t('catalogs')} text={t('catalogsText')}>
        <Stack maw={640}>
          <CopyField label={t('opds1')} description={t('opds1Text')} value={toUrl('opds/v1/catalog')} />
          <CopyField label={t('opds2')} description={t('opds2Text')} value={toUrl('opds/v2')} />
        </Stack>
      </Part>
      <Part title={t('compat')} text={t('compatText')}>
        <Stack maw={640}>
          <CopyField label={t('compatAddress')} value={toUrl('compat')} />
        </Stack>
      </Part>
      {hasPermission('api-keys:read') && (
        <Part title={t('keys')} text={t('keysText')}>
          <ApiKeyList />
        </Part>
      )}
    </>
  );
}
