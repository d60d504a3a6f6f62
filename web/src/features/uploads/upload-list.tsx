// The files of the queue with their progress, and actions for all of them.
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { type Item, isUnderWay, pause, remove, start } from './queue.ts';
import { UploadRow } from './upload-row.tsx';
import classes from './uploads.module.css';

/** Number of rows rendered initially. The rest is rendered on demand. */
const shownAtOnce = 100;

export function UploadList({ items }: { items: readonly Item[] }) {
  const t = useTranslate();
  const format = useFormat();
  const [shown, setShown] = useState(shownAtOnce);
  if (items.length === 0) return null;
  const of = (...states: Item['state'][]) => items.filter(({ state }) => states.includes(state));
  const ids = (some: readonly Item[]) => some.map(({ id }) => id);
  const sum = (some: readonly Item[]) => some.reduce((total, { file }) => total + file.size, 0);
  const startable = of('ready', 'paused');
  const doubtful = of('ready').filter(({ duplicates }) => duplicates.length > 0);
  const running = items.filter(isUnderWay);
  const done = of('done');
  const sent = items.reduce((total, { sentBytes }) => total + sentBytes, 0);
  return (
    <Stack component="section" gap="sm" aria-label={t('uploads.files')}>
      <Group justify="space-between" gap="sm">
        <Stack gap={0}>
          <Title order={2} size="h4">
            {t('uploads.files')}
          </Title>
          <Text size="sm" c="dimmed" role="status">
            {t('uploads.summary', {
              done: format.number(done.length),
              all: format.number(items.length),
              sent: format.size(sent),
              size: format.size(sum(items)),
            })}
          </Text>
        </Stack>
        <Group gap="xs">
          {startable.length > 0 && (
            <Button onClick={() => start()}>
              {t('uploads.start', { count: startable.length, size: format.size(sum(startable)) })}
            </Button>
          )}
          {running.length > 0 && (
            <Button variant="default" onClick={() => pause(ids(running))}>
              {t('uploads.pauseAll')}
            </Button>
          )}
          {doubtful.length > 0 && (
            <Button variant="default" onClick={() => remove(ids(doubtful))}>
              {t('uploads.removeDuplicates', { count: doubtful.length })}
            </Button>
          )}
          {done.length > 0 && (
            <Button variant="default" onClick={() => remove(ids(done))}>
              {t('uploads.removeDone')}
            </Button>
          )}
        </Group>
      </Group>
      <ul className={classes.rows}>
        {items.slice(0, shown).map((item) => (
          <UploadRow key={item.id} item={item} />
        ))}
      </ul>
      {items.length > shown && (
        <Button variant="subtle" onClick={() => setShown(shown + shownAtOnce)}>
          {t('uploads.showMore', { count: items.length - shown })}
        </Button>
      )}
    </Stack>
  );
}
