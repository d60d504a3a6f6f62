// E-readers that keep places here or take books from here.
import { Head } from '../../../ui/manage/rows.tsx';
import { KoboDevices } from './kobo-devices.tsx';
import { KoreaderDevices } from './koreader-devices.tsx';
import { useText } from './words/index.ts';

export function DevicesPage() {
  const t = useText();
  return (
    <>
      <Head title={t('title')} />
      <KoreaderDevices />
      <KoboDevices />
    </>
  );
}
