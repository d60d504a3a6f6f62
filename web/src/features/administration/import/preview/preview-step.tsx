// A preview of the import, including data that cannot be imported. Nothing has been changed yet.
import type { ImportDto } from '@lectern/contract/import/imports';
import { Badge, Button, Group, List, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../api/call.ts';
import { useFormat } from '../../../../i18n/format.ts';
import { useTranslate } from '../../../../i18n/translate.ts';
import { Row, Rows } from '../../../../ui/manage/rows.tsx';
import { PageSection } from '../../../../ui/manage/sections.tsx';
import { useAction } from '../../../../ui/use-action.ts';
import { health } from '../../server/queries.ts';
import { MissingBooks } from '../missing-books.tsx';
import { describeNote } from '../result/describe-note.ts';
import { useFound } from '../use-found.ts';
import { kindsOf } from './kinds.ts';

export function PreviewStep({ of, onBack }: { of: ImportDto; onBack(): void }) {
  const t = useTranslate();
  const found = useFound();
  const { id, plan } = of;
  const { act, isBusy } = useAction(['imports'], ['tasks'], ['backups']);
  const { data } = useQuery(health);
  const isOwnTools = data?.database === 'postgres';
  return (
    <>
      <PageSection title={t('administration.import.comesOver')}>
        <Stack gap={2}>
          <Text>{found('booksFound', plan.booksFound, plan.books)}</Text>
          <Text>{found('placesFound', plan.placesFound, plan.places)}</Text>
          {plan.booksRewritten > 0 && (
            <Text c="dimmed">{t('administration.import.rewritten', { count: plan.booksRewritten })}</Text>
          )}
        </Stack>
        <Counts plan={plan} />
      </PageSection>
      <People users={plan.users} />
      <LeftOut leftOut={plan.leftOut} />
      <MissingBooks id={id} />
      <PageSection
        title={t('administration.import.start')}
        text={t(isOwnTools ? 'administration.import.startTextOwnTools' : 'administration.import.startText')}
      >
        <Group>
          <Button variant="default" size="md" onClick={onBack}>
            {t('administration.import.back')}
          </Button>
          <Button
            size="md"
            loading={isBusy}
            disabled={plan.obstacle !== null}
            onClick={() =>
              act({ work: () => call('POST /api/v1/admin/imports/{id}/start', { params: { id } }) })
            }
          >
            {t('administration.import.start')}
          </Button>
        </Group>
      </PageSection>
    </>
  );
}

type Plan = ImportDto['plan'];

function Counts({ plan }: { plan: Plan }) {
  const t = useTranslate();
  const format = useFormat();
  const kinds = kindsOf(plan.counts);
  if (kinds.length === 0) return <Text c="dimmed">{t('administration.import.nothing')}</Text>;
  return (
    <SimpleGrid cols={{ base: 2, md: 3, xl: 4 }} component="dl" m={0}>
      {kinds.map(([kind, count]) => (
        <div key={kind}>
          <Text component="dt" size="sm" c="dimmed">
            {t(`administration.import.kinds.${kind}`)}
          </Text>
          <Text component="dd" m={0} fw={600} size="lg">
            {format.number(count)}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}

function People({ users }: Pick<Plan, 'users'>) {
  const t = useTranslate();
  const found = useFound();
  if (users.length === 0) return null;
  return (
    <PageSection title={t('administration.import.people')}>
      <Rows label={t('administration.import.people')}>
        {users.map(({ username, isAdmin, isKnown, places, placesFound, notes }) => (
          <Row
            key={username}
            title={username}
            badges={isAdmin && <Badge variant="light">{t('administration.import.administrator')}</Badge>}
            lines={[
              places > 0 ? found('placesFound', placesFound, places) : t('administration.import.noPlaces'),
              isKnown && t('administration.import.known'),
              ...notes.map(describeNote),
            ]}
          />
        ))}
      </Rows>
    </PageSection>
  );
}

function LeftOut({ leftOut }: Pick<Plan, 'leftOut'>) {
  const t = useTranslate();
  if (leftOut.length === 0) return null;
  return (
    <PageSection title={t('administration.import.leftOut')}>
      <List size="sm" spacing={4} maw={680}>
        {leftOut.map((note) => (
          <List.Item key={note.reason}>{describeNote(note)}</List.Item>
        ))}
      </List>
    </PageSection>
  );
}
