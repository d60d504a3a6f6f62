// Selects the library of the home page. A styled native select: Mantine's select would load scripts that nothing else on
// this page needs.
import type { Library } from '@lectern/contract/libraries/libraries';
import { IconSelector } from '@tabler/icons-react';
import { useTranslate } from '../../i18n/translate.ts';
import classes from './library-select.module.css';

interface Props {
  libraries: readonly Pick<Library, 'id' | 'name'>[];
  /** Undefined for all libraries. */
  value: string | undefined;
  /** Called with an empty string for all libraries. */
  onChange(id: string): void;
}

export function LibrarySelect({ libraries, value = '', onChange }: Props) {
  const t = useTranslate();
  return (
    <div className={classes.box}>
      <select
        className={classes.select}
        aria-label={t('home.library')}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        <option value="">{t('home.allLibraries')}</option>
        {libraries.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <IconSelector className={classes.mark} size={16} aria-hidden="true" />
    </div>
  );
}
