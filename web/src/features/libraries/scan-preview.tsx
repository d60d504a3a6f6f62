// A preview of a scan, before anything is saved.
import { Card, List, Loader, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { scanPreview } from '../../api/queries.ts';
import type { Input } from '../../api/routes.ts';
import { describeError } from '../../i18n/errors.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { type Draft, toSeriesConfig } from './draft.ts';
import classes from './fields/folders.module.css';

const maxShown = 8;

/** One per folder of the library. */
export function ScanPreviews({ of: draft }: { of: Draft }) {
  const t = useTranslate();
  return draft.paths.map((path) => (
    <section key={path} aria-label={t('libraries.whatWouldBeFound', { path })}>
      {draft.paths.length > 1 && (
        <Text size="sm" mb={4} className={classes.path ?? ''}>
          {path}
        </Text>
      )}
      <ScanPreview
        of={{
          path,
          seriesStrategy: draft.seriesStrategy,
          seriesConfig: toSeriesConfig(draft),
          allowedFormats: draft.allowedFormats,
        }}
      />
    </section>
  ));
}

function ScanPreview({ of }: { of: Input<'POST /api/v1/libraries/preview-scan'>['body'] }) {
  const t = useTranslate();
  const { data, error, isPending } = useQuery({ ...scanPreview(of), placeholderData: keepPreviousData });
  return (
    <Card withBorder padding="sm" aria-live="polite">
      {isPending && !error && <Loader size="sm" aria-label={t('libraries.lookingInto')} />}
      {error && <Text c="red">{describeError(error)}</Text>}
      {data && !error && (
        <>
          <Text fw={600} size="sm">
            {data.totalFiles === 0
              ? t('libraries.noBooks')
              : t('libraries.booksInSeries', { books: data.totalFiles, series: data.detectedSeries.length })}
          </Text>
          <List size="sm" spacing={2} mt={4}>
            {data.detectedSeries.slice(0, maxShown).map(({ name, path: at, bookCount }) => (
              <List.Item key={`${name} ${at}`}>
                {name}{' '}
                <Text span c="dimmed" inherit>
                  {t('libraries.books', { count: bookCount })}
                </Text>
              </List.Item>
            ))}
          </List>
          {data.detectedSeries.length > maxShown && (
            <Text size="sm" c="dimmed">
              {t('libraries.andMore', { count: data.detectedSeries.length - maxShown })}
            </Text>
          )}
        </>
      )}
    </Card>
  );
}
