// URLs and API keys for reading apps.
import { Stack } from '@mantine/core';
import { toUrl } from '../../../api/call.ts';
import { usePermission } from '../../../api/use-permission.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { CopyField } from '../../../ui/manage/copy.tsx';
import { Head } from '../../../ui/manage/rows.tsx';
import { PageSection } from '../../../ui/manage/sections.tsx';
import { ApiKeyList } from '../../administration/index.tsx';
import { OwnPlugins } from './own-plugins.tsx';

export function AppsPage() {
  const t = useTranslate();
  const hasPermission = usePermission();
  return (
    <>
      <Head title={t('account.apps')} />
      <PageSection title={t('account.catalogs')} text={t('account.catalogsText')}>
        <Stack maw={640}>
          <CopyField
            label={t('account.opds1')}
            description={t('account.opds1Text')}
            value={toUrl('opds/v1/catalog')}
          />
          <CopyField
            label={t('account.opds2')}
            description={t('account.opds2Text')}
            value={toUrl('opds/v2')}
          />
        </Stack>
      </PageSection>
      <PageSection title={t('account.compat')} text={t('account.compatText')}>
        <Stack maw={640}>
          <CopyField label={t('account.compatAddress')} value={toUrl('compat')} />
        </Stack>
      </PageSection>
      {hasPermission('api-keys:read') && (
        <PageSection title={t('account.keys')} text={t('account.keysText')}>
          <ApiKeyList />
        </PageSection>
      )}
      <OwnPlugins />
    </>
  );
}
