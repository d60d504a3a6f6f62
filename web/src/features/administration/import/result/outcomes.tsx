// Counts per kind: new, already existing, and not imported.
import type { ImportOutcome } from '@lectern/contract/import/imports';
import { List, Table, Text } from '@mantine/core';
import { useFormat } from '../../../../i18n/format.ts';
import { useTranslate } from '../../../../i18n/translate.ts';
import { PageSection } from '../../../../ui/manage/sections.tsx';
import { useFound } from '../use-found.ts';
import { describeNote } from './describe-note.ts';

export function Outcomes({ outcomes }: { outcomes: readonly ImportOutcome[] }) {
  const t = useTranslate();
  const format = useFormat();
  const found = useFound();
  const books = outcomes.find(({ kind }) => kind === 'books');
  const told = outcomes.filter(
    ({ kind, taken, known, lost }) => kind !== 'books' && taken + known + lost > 0,
  );
  const noted = outcomes.filter(({ notes }) => notes.length > 0);
  return (
    <>
      <PageSection
        title={t('administration.import.stepResult')}
        text={books && found('booksFound', books.known, books.known + books.noteCount)}
      >
        <Table maw={680}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('administration.import.kind')}</Table.Th>
              <Table.Th ta="right">{t('administration.import.new')}</Table.Th>
              <Table.Th ta="right">{t('administration.import.before')}</Table.Th>
              <Table.Th ta="right">{t('administration.import.lost')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {told.map(({ kind, taken, known, lost }) => (
              <Table.Tr key={kind}>
                <Table.Td>{t(`administration.import.kinds.${kind}`)}</Table.Td>
                <Table.Td ta="right">{format.number(taken)}</Table.Td>
                <Table.Td ta="right">{format.number(known)}</Table.Td>
                <Table.Td ta="right">{format.number(lost)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </PageSection>
      {noted.length > 0 && (
        <PageSection title={t('administration.import.notes')}>
          {noted.map((outcome) => (
            <Notes key={outcome.kind} of={outcome} />
          ))}
        </PageSection>
      )}
    </>
  );
}

function Notes({ of: { kind, notes, noteCount } }: { of: ImportOutcome }) {
  const t = useTranslate();
  const format = useFormat();
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {t(`administration.import.kinds.${kind}`)}
      </Text>
      <List size="sm" spacing={4} maw={680}>
        {notes.map(describeNote).map((note) => (
          <List.Item key={note} style={{ overflowWrap: 'anywhere' }}>
            {note}
          </List.Item>
        ))}
        {noteCount > notes.length && (
          <List.Item>
            {t('administration.import.more', { count: format.number(noteCount - notes.length) })}
          </List.Item>
        )}
      </List>
    </div>
  );
}
