// A button that shows the bars by keyboard, also when single-letter shortcuts are off. Visible only with focus.
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
