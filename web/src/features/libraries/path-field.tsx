// The path of a folder of the server, with completion.
import { Autocomplete } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { folder } from '../../api/queries.ts';
import { useTranslate } from '../../i18n/translate.ts';

interface Props {
  /** Empty if none is chosen. */
  path: string;
  placeholder: string | undefined;
  onChoose(path: string): void;
}

const maxOptions = 50;

export function PathField({ path, placeholder, onChoose }: Props) {
  const t = useTranslate();
  // Undefined unless the user is typing.
  const [typed, setTyped] = useState<string>();
  const parent = typed === undefined ? '' : toParent(typed);
  const { data } = useQuery({ ...folder(parent || undefined), enabled: typed !== undefined });
  const start = typed?.toLowerCase() ?? '';
  const options = (data?.entries ?? []).flatMap((entry) =>
    entry.isReadable && entry.path.toLowerCase().startsWith(start) ? entry.path : [],
  );
  const choose = (chosen: string) => {
    setTyped(undefined);
    if (chosen.trim() !== '' && chosen.trim() !== path) onChoose(chosen.trim());
  };
  return (
    <Autocomplete
      flex={1}
      label={t('libraries.chooseFolder')}
      placeholder={placeholder}
      spellCheck={false}
      autoCapitalize="none"
      autoComplete="off"
      data={typed === undefined ? [] : options}
      // The options already match.
      filter={({ options: all }) => all}
      limit={maxOptions}
      value={typed ?? path}
      onChange={setTyped}
      onOptionSubmit={choose}
      onBlur={() => typed !== undefined && choose(typed)}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Enter' || event.defaultPrevented || typed === undefined) return;
        event.preventDefault();
        choose(typed);
      }}
    />
  );
}

/** The part before the last separator. Keeps the separator of a root (`/`, `C:\\`). */
function toParent(path: string): string {
  const at = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return path.slice(0, at === 0 || path[at - 1] === ':' ? at + 1 : Math.max(at, 0));
}
