// The sent or fetched changes, or a preview of them, one per row.
import type { TrackingChange } from '@lectern/contract/tracking/tracking';
import { Badge, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { Row, Rows } from '../../ui/manage/rows.tsx';
import { EntryText } from './entry-text.tsx';

const colors = {
  failed: 'red',
  created: 'teal',
  updated: 'teal',
  unchanged: 'gray',
  read: 'teal',
  rated: 'teal',
};
const shownAtFirst = 10;

interface Props {
  label: string;
  changes: readonly (TrackingChange & { at?: string })[];
}

export function ChangeRows({ label, changes }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const [areAllShown, showAll] = useState(false);
  if (changes.length === 0) return null;
  const shown = areAllShown ? changes : changes.slice(0, shownAtFirst);
  return (
    <>
      <Rows label={label}>
        {shown.map(({ seriesId, bookId, title, externalId, outcome, before, after, books, message, at }) => (
          <Row
            key={`${seriesId} ${bookId} ${externalId} ${outcome} ${at}`}
            title={title}
            badges={<Badge color={colors[outcome]}>{t(`tracking.outcomes.${outcome}`)}</Badge>}
            lines={[
              outcome === 'read'
                ? t('tracking.booksRead', { count: books })
                : after && <EntryText entry={after} />,
              before && (
                <>
                  {t('tracking.before')} <EntryText entry={before} />
                </>
              ),
              message,
              at && format.dateTime(at),
            ]}
          />
        ))}
      </Rows>
      {shown.length < changes.length && (
        <Group>
          <Button variant="subtle" size="xs" onClick={() => showAll(true)}>
            {t('tracking.showAll', { count: changes.length })}
          </Button>
        </Group>
      )}
    </>
  );
}
