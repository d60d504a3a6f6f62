// A list of changed fields with their old and new values.
import { Text } from '@mantine/core';
import { useTranslate } from '../../../i18n/translate.ts';
import classes from './changes.module.css';
import { toFieldName, toFieldValue } from './words.ts';

export interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
}

export function FieldChanges({ changes }: { changes: readonly FieldChange[] }) {
  const t = useTranslate();
  return (
    <dl className={classes.changes}>
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <Text component="dt" size="sm" fw={600}>
            {toFieldName(field, t)}
          </Text>
          <dd>
            <Text size="sm" c="dimmed" lineClamp={3}>
              <bdi>{toFieldValue(field, before, t) || t('files.writeEmpty')}</bdi>
            </Text>
            <Text size="sm" lineClamp={6}>
              → <bdi>{toFieldValue(field, after, t) || t('files.writeEmpty')}</bdi>
            </Text>
          </dd>
        </div>
      ))}
    </dl>
  );
}
