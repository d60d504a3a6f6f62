// The search form.
import { Button, Collapse, Group, SimpleGrid, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslate } from '../../i18n/translate.ts';
import { readQuick, writeQuick } from '../filters/index.tsx';
import { FilterSummary, ValuesInput } from '../filters/pieces/index.tsx';
import { addRecent } from './recent.ts';
import type { SearchParams } from './search.ts';
import { readSearchText, writeSearchText } from './search-text.ts';

interface Props {
  search: SearchParams;
  onSearch(search: SearchParams): void;
}

/** Fields that series and books share. */
const fields = ['genre', 'tag', 'author', 'publisher', 'language', 'readStatus'] as const;

/** The parts of the search text. The collapsed form shows only the first. */
const textFields = [
  { name: 'words', maxLength: 300 },
  { name: 'phrase', maxLength: 90 },
  { name: 'without', maxLength: 90 },
] as const;

const explained = [
  'explainWords',
  'explainPhrase',
  'explainWithout',
  'explainLanguages',
  'explainFields',
] as const;

export function SearchForm({ search, onSearch }: Props) {
  const t = useTranslate();
  const form = useForm({ initialValues: { text: readSearchText(search.q ?? ''), filter: search.filter } });
  const { text, filter } = form.values;
  const [isExplained, setExplained] = useState(false);
  // Collapses the form after a search, so that the results come first.
  const [isShort, setShort] = useState(Boolean(search.q || search.filter));
  const q = writeSearchText(text);
  const submit = form.onSubmit(() => {
    if (q) addRecent(q);
    onSearch({
      ...(search.library && { library: search.library }),
      ...(q && { q }),
      ...(filter && { filter }),
    });
  });
  const toInput = ({ name, maxLength }: (typeof textFields)[number]) => ({
    label: t(`search.${name}`),
    description: t(`search.${name}Hint`),
    maxLength,
    ...form.getInputProps(`text.${name}`),
  });
  return (
    <search>
      <form onSubmit={submit}>
        {isShort ? (
          <Group gap="xs" wrap="nowrap" align="flex-end" maw={720}>
            <TextInput {...toInput(textFields[0])} description={undefined} flex={1} />
            <SubmitButton />
          </Group>
        ) : (
          <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
            {textFields.map((one) => (
              <TextInput key={one.name} {...toInput(one)} />
            ))}
            {fields.map((field) => (
              <ValuesInput
                key={field}
                field={field}
                label={t(`search.${field}`)}
                values={readQuick('books', filter, field)}
                onChange={(values) =>
                  form.setFieldValue('filter', writeQuick('books', filter, { field, values }))
                }
              />
            ))}
          </SimpleGrid>
        )}
        <Group mt="sm" justify="space-between">
          {isShort ? (
            <Button variant="subtle" size="compact-sm" mih={32} onClick={() => setShort(false)}>
              {t('search.allFields')}
            </Button>
          ) : (
            <UnstyledButton mih={32} aria-expanded={isExplained} onClick={() => setExplained(!isExplained)}>
              <Group gap={4}>
                {isExplained ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
                <Text size="sm">{t('search.howItSearches')}</Text>
              </Group>
            </UnstyledButton>
          )}
          <Group gap="xs">
            <Text size="sm" c="dimmed">
              {filter && <FilterSummary target="books" filter={filter} />}
            </Text>
            {!isShort && <SubmitButton />}
          </Group>
        </Group>
        <Collapse expanded={isExplained}>
          <Explanation />
        </Collapse>
      </form>
    </search>
  );
}

function SubmitButton() {
  const t = useTranslate();
  return (
    <Button type="submit" leftSection={<IconSearch size={18} />}>
      {t('search.search')}
    </Button>
  );
}

function Explanation() {
  const t = useTranslate();
  return (
    <ul>
      {explained.map((key) => (
        <li key={key}>
          <Text size="sm">{t(`search.${key}`)}</Text>
        </li>
      ))}
    </ul>
  );
}
