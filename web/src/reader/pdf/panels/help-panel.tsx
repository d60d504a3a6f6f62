// The keys of the PDF reader.
import { useTranslate } from '../../../i18n/translate.ts';
import { type KeyRow, KeyTable } from '../../../ui/key-table.tsx';
import { SidePanel } from '../../shared/panel/side-panel.tsx';

export function HelpPanel({ onClose }: { onClose(): void }) {
  const t = useTranslate();
  const rows: KeyRow[] = [
    [['←', '→'], t('reader.comic.keyLeftRight')],
    [['Home', 'End'], t('reader.comic.keyHomeEnd')],
    [['+', '-', '0'], t('reader.comic.keyZoom')],
    [['/'], t('reader.pdf.search')],
    [['t'], t('reader.pdf.contents')],
    [['g'], t('reader.comic.goToPage')],
    [['n'], t('reader.pdf.marks')],
    [['s'], t('reader.pdf.view')],
    [['i'], t('reader.shared.incognito')],
    [['m'], t('reader.comic.keyMenu')],
    [['f'], t('reader.shared.fullScreen')],
    [['Esc'], t('reader.comic.keyEscape')],
  ];
  return (
    <SidePanel title={t('reader.comic.keys')} closeLabel={t('reader.pdf.close')} onClose={onClose}>
      <KeyTable rows={rows} />
    </SidePanel>
  );
}
