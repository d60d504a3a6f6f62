// E-readers that sync with this server.
import { usePermission } from '../../../api/use-permission.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { NoPermission } from '../../../ui/manage/no-permission.tsx';
import { Head } from '../../../ui/manage/rows.tsx';
import { KoboDevices } from './kobo-devices.tsx';
import { KoreaderDevices } from './koreader-devices.tsx';

export function DevicesPage() {
  const t = useTranslate();
  const hasPermission = usePermission();
  if (!hasPermission('api-keys:read')) return <NoPermission />;
  return (
    <>
      <Head title={t('account.devices.title')} />
      <KoreaderDevices />
      <KoboDevices />
    </>
  );
}
