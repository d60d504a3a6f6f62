// Shown at a search hit: returns to the reading position, or continues reading here. Until then, the position is unchanged.
import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslate } from '../../../i18n/translate.ts';
import chrome from './chrome.module.css';
import classes from './way-back.module.css';

interface Props {
  onReturn(): void;
  onStay(): void;
}

export function WayBack({ onReturn, onStay }: Props) {
  const t = useTranslate();
  return (
    <section className={`${chrome.chrome} ${classes.way}`} aria-label={t('reader.shared.wayBack')}>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconArrowBackUp size={18} />}
        onClick={onReturn}
      >
        {t('reader.shared.returnToReading')}
      </Button>
      <Button variant="default" size="compact-md" onClick={onStay}>
        {t('reader.shared.readOnHere')}
      </Button>
    </section>
  );
}
