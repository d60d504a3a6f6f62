// Brings the bars by keyboard, also for those who turned single letters off: seen only while it has the focus.
import { useTranslate } from '../../../i18n/translate.ts';
import classes from './show-bars.module.css';

export function ShowBars({ onShow }: { onShow(): void }) {
  const t = useTranslate();
  return (
    <button type="button" className={classes.show} onClick={onShow}>
      {t('reader.shared.showBars')}
    </button>
  );
}
