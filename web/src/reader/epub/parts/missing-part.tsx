// Message shown in place of a part of the book that failed to load.
import { Button, Text } from '@mantine/core';
import { useIsAway } from '../../../api/reachability.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import classes from '../epub-reader.module.css';
import type { Missing } from '../state/use-missing.ts';

export function MissingPart({ missing: { isMissing, retry } }: { missing: Missing }) {
  const t = useTranslate();
  const isAway = useIsAway();
  if (!isMissing) return null;
  return (
    <div className={classes.missing} role="status">
      <Text size="sm">{t(isAway ? 'reader.epub.partAway' : 'reader.epub.partMissing')}</Text>
      <Button size="sm" variant="default" onClick={retry}>
        {t('reader.comic.retry')}
      </Button>
    </div>
  );
}
