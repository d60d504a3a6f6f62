// The preferences that clients store for the account: view, export, import, delete.
import { Button, FileButton, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { preferences } from '../../../api/queries.ts';
import { type Translate, useTranslate } from '../../../i18n/translate.ts';
import { openConfirmation } from '../../../ui/manage/confirmation.tsx';
import { Head, Row, Rows } from '../../../ui/manage/rows.tsx';
import { PageSection } from '../../../ui/manage/sections.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { LookupForm } from './lookup-form.tsx';
import { OwnFonts } from './own-fonts.tsx';
import { type Preferences, readPreferences, savePreferences } from './preferences-file.ts';

/** Preferences of this client. Other apps use other keys. */
const names = [
  { pattern: /^web\.home$/, name: 'account.reading.home' },
  { pattern: /^web\.goals$/, name: 'account.reading.goals' },
  { pattern: /^web\.epub\./, name: 'account.reading.epub' },
  { pattern: /^web\.lookup$/, name: 'account.reading.lookup' },
  { pattern: /^reader\.comic\./, name: 'account.reading.comics' },
] as const;

interface Saved {
  name: string;
  isOfOthers: boolean;
  values: Preferences;
}

/** Preferences with the same name are one row. */
function toRows(all: Preferences, t: Translate): Saved[] {
  const rows = new Map<string, Saved>();
  for (const [key, value] of Object.entries(all)) {
    const known = names.find(({ pattern }) => pattern.test(key));
    const name = known ? t(known.name) : key;
    const row = rows.get(name) ?? { name, isOfOthers: !known, values: {} };
    rows.set(name, { ...row, values: { ...row.values, [key]: value } });
  }
  return [...rows.values()];
}

export function ReadingPage() {
  const t = useTranslate();
  const { data, error, refetch } = useQuery({ ...preferences, staleTime: 0 });
  const { act } = useAction(['preferences']);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState of={t('account.reading.title')} />;
  const rows = toRows(data, t);
  const remove = ({ name, values }: Saved) =>
    act({
      work: () =>
        Promise.all(
          Object.keys(values).map((key) =>
            call('DELETE /api/v1/user/preferences/{key}', { params: { key } }),
          ),
        ),
      done: t('account.reading.removed', { name }),
      undo: () => call('PUT /api/v1/user/preferences', { body: values }),
    });
  return (
    <>
      <Head title={t('account.reading.title')} text={t('account.reading.about')} />
      <OwnFonts />
      <LookupForm preferences={data} />
      <PreferencesFile all={data} />
      <PageSection title={t('account.reading.list')}>
        {rows.length === 0 && <Text c="dimmed">{t('account.reading.none')}</Text>}
        <Rows label={t('account.reading.list')}>
          {rows.map((row) => (
            <Row
              key={row.name}
              title={row.name}
              lines={[row.isOfOthers && t('account.reading.ofOthers')]}
              actions={
                <Button
                  variant="default"
                  aria-label={t('account.reading.removeNamed', { name: row.name })}
                  onClick={() => remove(row)}
                >
                  {t('account.reading.remove')}
                </Button>
              }
            />
          ))}
        </Rows>
      </PageSection>
    </>
  );
}

function PreferencesFile({ all }: { all: Preferences }) {
  const t = useTranslate();
  const { act, runAction } = useAction(['preferences']);
  const isEmpty = Object.keys(all).length === 0;
  const load = (file: File | null) =>
    file &&
    act({
      async work() {
        const body = readPreferences(await file.text());
        if (!body) throw new Error(t('account.reading.notOurs'));
        await call('PUT /api/v1/user/preferences', { body });
        return Object.keys(body).length;
      },
      done: (count) => t('account.reading.loaded', { count }),
    });
  const clear = () =>
    openConfirmation({
      title: t('account.reading.clearTitle'),
      text: t('account.reading.clearText'),
      action: t('account.reading.clear'),
      act: () =>
        runAction({
          work: () => call('DELETE /api/v1/user/preferences'),
          done: t('account.reading.cleared'),
          undo: () => call('PUT /api/v1/user/preferences', { body: all }),
        }),
    });
  return (
    <PageSection title={t('account.reading.file')} text={t('account.reading.fileText')}>
      <Group>
        <Button variant="default" disabled={isEmpty} onClick={() => savePreferences(all)}>
          {t('account.reading.save')}
        </Button>
        <FileButton accept="application/json" onChange={load}>
          {(props) => (
            <Button variant="default" {...props}>
              {t('account.reading.load')}
            </Button>
          )}
        </FileButton>
        <Button variant="light" color="red" disabled={isEmpty} onClick={clear}>
          {t('account.reading.clear')}
        </Button>
      </Group>
    </PageSection>
  );
}
