// Imports a read list from a .cbl file, after a report with a choice for ambiguous entries.
import type { ImportReport } from '@lectern/contract/reading/read-lists';
import {
  Badge,
  Button,
  FileButton,
  Group,
  Modal,
  Select,
  Stack,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, call } from '../../api/call.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { showError, showToast } from '../../ui/toasts/toasts.tsx';
import { type Chosen, type Entry, toBookIds, toEntryName } from './import-report.ts';

export function ImportDialog({ onClose }: { onClose(): void }) {
  const t = useTranslate();
  const read = useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.set('file', file);
      return call('POST /api/v1/readlists/import', { query: { dryRun: 'true' }, body });
    },
    onError: showError,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('readLists.import')}
      size="xl"
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Stack gap="md">
        {!read.data && <Text>{t('readLists.hint')}</Text>}
        <FileButton
          accept=".cbl,.xml,application/xml,text/xml"
          onChange={(file) => file && read.mutate(file)}
        >
          {(props) => (
            <Button
              {...props}
              variant={read.data ? 'default' : 'filled'}
              loading={read.isPending}
              w="fit-content"
            >
              {t(read.data ? 'readLists.another' : 'readLists.choose')}
            </Button>
          )}
        </FileButton>
        {read.data && <Report key={read.submittedAt} report={read.data} onClose={onClose} />}
      </Stack>
    </Modal>
  );
}

function Report({ report, onClose }: { report: ImportReport; onClose(): void }) {
  const t = useTranslate();
  const [name, setName] = useState(report.name);
  const [chosen, setChosen] = useState<Chosen>({});
  const make = useCreateReadList(onClose);
  const ids = toBookIds(report.entries, chosen);
  const isNameTaken = make.error instanceof ApiError && make.error.code === 'conflict';
  return (
    <>
      <Group gap="xs" aria-live="polite">
        <Badge color="teal" variant="light" size="lg">
          {t('readLists.matched', { count: report.matched })}
        </Badge>
        {report.unmatched > 0 && (
          <Badge color="orange" variant="light" size="lg">
            {t('readLists.unmatched', { count: report.unmatched })}
          </Badge>
        )}
      </Group>
      <TextInput
        label={t('readLists.name')}
        value={name}
        maxLength={200}
        error={isNameTaken ? t('readLists.taken') : undefined}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Table aria-label={t('readLists.report')} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('readLists.entry')}</Table.Th>
            <Table.Th>{t('readLists.here')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {report.entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id
            <Table.Tr key={index}>
              <Table.Td>{toEntryName(entry)}</Table.Td>
              <Table.Td>
                <Found
                  entry={entry}
                  chosen={chosen[index]}
                  onChoose={(id) => setChosen((all) => ({ ...all, [index]: id }))}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group justify="flex-end">
        <Button
          disabled={ids.length === 0 || name.trim() === ''}
          loading={make.isPending}
          onClick={() => make.mutate({ name: name.trim(), ids })}
        >
          {t('readLists.create', { count: ids.length })}
        </Button>
      </Group>
    </>
  );
}

const colours = { matched: 'teal', ambiguous: 'orange', not_found: 'red', duplicate: 'gray' } as const;

interface FoundProps {
  entry: Entry;
  chosen: string | undefined;
  onChoose(id: string | undefined): void;
}

function Found({ entry, chosen, onChoose }: FoundProps) {
  const t = useTranslate();
  const { status, candidates, bookId } = entry;
  const isFound = (one: { bookId: string }) => one.bookId === bookId;
  return (
    <Stack gap={4} align="flex-start">
      <Badge color={colours[status]} variant="light">
        {t(`readLists.status_${status}`)}
      </Badge>
      {status === 'matched' && <Text size="sm">{candidates.find(isFound)?.title}</Text>}
      {(status === 'ambiguous' || (status === 'not_found' && candidates.length > 0)) && (
        <Select
          aria-label={t('readLists.which', { entry: toEntryName(entry) })}
          placeholder={t('readLists.none')}
          clearable
          w="100%"
          data={candidates.map(({ bookId: value, seriesName, title }) => ({
            value,
            label: `${seriesName} · ${title}`,
          }))}
          value={chosen ?? null}
          onChange={(id) => onChoose(id ?? undefined)}
        />
      )}
    </Stack>
  );
}

/** Creates the list from the matched and chosen books, because the file does not contain the choices. */
function useCreateReadList(onClose: () => void) {
  const t = useTranslate();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async ({ name, ids }: { name: string; ids: string[] }) => {
      const made = await call('POST /api/v1/readlists', { body: { name, ordered: true } });
      await call('PUT /api/v1/readlists/{id}/books', { params: { id: made.id }, body: { ids } });
      return made;
    },
    onSuccess: ({ id, name }) => {
      showToast(t('readLists.made', { name }));
      onClose();
      void navigate({ to: '/readlists/$id', params: { id } });
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'conflict') showError(error);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['read-lists'] }),
  });
}
