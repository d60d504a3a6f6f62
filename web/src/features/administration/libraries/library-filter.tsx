// Filters a page of the administration by library.
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { libraries } from '../../../api/queries.ts';
import { useTranslate } from '../../../i18n/translate.ts';

interface Props {
  value: string | undefined;
  onChange(libraryId: string | undefined): void;
}

export function LibraryFilter({ value, onChange }: Props) {
  const t = useTranslate();
  const { data } = useQuery(libraries);
  return (
    <Select
      aria-label={t('administration.libraries.library')}
      placeholder={t('administration.libraries.allLibraries')}
      data={data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      value={value ?? null}
      clearable
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  );
}
