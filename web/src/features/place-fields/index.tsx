// Selects a destination for files: library, library root, and a folder in it.
import type { Library } from '@lectern/contract/libraries/libraries';
import { Autocomplete, Group, Select } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useTranslate } from '../../i18n/translate.ts';

export interface FolderChoice {
  libraryId: string;
  root: number;
  folder: string;
}

interface Props {
  libraries: readonly Library[];
  place: FolderChoice;
  onChange(place: FolderChoice): void;
}

export function PlaceFields({ libraries, place, onChange }: Props) {
  const t = useTranslate();
  const { libraryId, root } = place;
  const paths = libraries.find(({ id }) => id === libraryId)?.paths ?? [];
  return (
    <Group align="flex-end" gap="sm">
      <Select
        label={t('uploads.library')}
        data={libraries.map(({ id, name }) => ({ value: id, label: name }))}
        value={libraryId}
        allowDeselect={false}
        onChange={(id) => onChange({ libraryId: id ?? libraryId, root: 0, folder: '' })}
        flex="1 1 220px"
      />
      {paths.length > 1 && (
        <Select
          label={t('uploads.root')}
          data={paths.map((path, index) => ({ value: String(index), label: path }))}
          value={String(root)}
          allowDeselect={false}
          onChange={(value) => onChange({ libraryId, root: Number(value ?? 0), folder: '' })}
          flex="1 1 220px"
        />
      )}
      <FolderField
        key={`${libraryId}-${root}`}
        place={place}
        onChange={(folder) => onChange({ ...place, folder })}
      />
    </Group>
  );
}

/** Suggests existing folders. A new folder is created. */
function FolderField({ place, onChange }: { place: FolderChoice; onChange(folder: string): void }) {
  const t = useTranslate();
  const { libraryId, root, folder } = place;
  const above = folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : '';
  const { data } = useQuery(foldersOf(libraryId, root, above));
  const known = data?.folders.map((name) => (above === '' ? name : `${above}/${name}`)) ?? [];
  return (
    <Autocomplete
      label={t('uploads.folder')}
      placeholder={t('uploads.folderTop')}
      data={known}
      limit={50}
      value={folder}
      onChange={onChange}
      maxLength={500}
      flex="1 1 260px"
    />
  );
}

const foldersOf = (id: string, root: number, folder: string) =>
  queryOptions({
    queryKey: ['libraries', id, 'folders', root, folder],
    queryFn: ({ signal }) =>
      call('GET /api/v1/libraries/{id}/folders', { params: { id }, query: { root, folder } }, { signal }),
    retry: false,
  });
