// The search palette: results appear while typing, the arrow keys select, Enter opens.
import { Loader, Modal, Text, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { describeError } from '../../i18n/errors.ts';
import { useTranslate } from '../../i18n/translate.ts';
import type { Destination, Option } from './option.ts';
import classes from './palette.module.css';
import { type PaletteOptions, useOptions } from './use-options.tsx';

interface Props {
  destinations: readonly Destination[];
  typed: string;
  setTyped(typed: string): void;
  onClose(): void;
}

export function SearchPalette({ destinations, typed, setTyped, onClose }: Props) {
  const t = useTranslate();
  const name = useId();
  const [active, setActive] = useState(-1);
  const isPhone = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false });
  const found = useOptions(typed, destinations);
  const { options, isPending } = found;
  const at = Math.min(active, options.length - 1);
  const chosen = options[at];
  const run = (option: Option | undefined) => {
    if (!option) return;
    onClose();
    option.run();
  };
  const listen = (event: KeyboardEvent) => {
    const last = options.length - 1;
    const next: Record<string, number> = {
      ArrowDown: at >= last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
    };
    const to = next[event.key];
    if (to !== undefined) setActive(to);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing)
      run(chosen ?? (typed.trim() ? options[0] : undefined));
    else return;
    event.preventDefault();
  };
  return (
    <Modal.Root opened onClose={onClose} size="lg" yOffset="8dvh" fullScreen={isPhone} returnFocus={false}>
      <Modal.Overlay />
      <Modal.Content aria-label={t('search.search')}>
        <div className={classes.box}>
          <div className={classes.head}>
            <IconSearch size={20} aria-hidden="true" />
            <input
              type="text"
              role="combobox"
              className={classes.field}
              placeholder={t('search.find')}
              aria-label={t('search.find')}
              aria-expanded={options.length > 0}
              aria-controls={`${name}-list`}
              aria-activedescendant={chosen && `${name}-${at}`}
              aria-autocomplete="list"
              autoComplete="off"
              enterKeyHint="search"
              data-autofocus
              maxLength={300}
              value={typed}
              onChange={({ currentTarget }) => {
                setTyped(currentTarget.value);
                setActive(-1);
              }}
              onKeyDown={listen}
            />
            {isPending && <Loader size="xs" />}
            <button type="button" className={classes.close} onClick={onClose}>
              {t('search.close')}
            </button>
          </div>
          <Outcome typed={typed.trim()} found={found} />
          <Options name={name} options={options} at={at} run={run} />
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Announces the outcome of the search. Shows a correction, an error, and a search without results. */
function Outcome({ typed, found }: { typed: string; found: PaletteOptions }) {
  const t = useTranslate();
  const { count, isPending, error, corrected } = found;
  const isKnown = typed !== '' && !isPending;
  const isNothing = isKnown && count === 0 && error === null;
  return (
    <>
      <div role="status" className={classes.outcome}>
        {isKnown && error !== null && <Text>{describeError(error)}</Text>}
        {isNothing && (
          <>
            <Text fw={600}>{t('search.nothingFor', { text: typed })}</Text>
            <Text c="dimmed" size="sm">
              {t('search.nothingHint')}
            </Text>
          </>
        )}
        {isKnown && corrected !== undefined && <Text>{t('search.corrected', { text: corrected })}</Text>}
      </div>
      <VisuallyHidden aria-live="polite">
        {isKnown && count > 0 ? t('search.found', { count }) : ''}
      </VisuallyHidden>
    </>
  );
}

interface OptionsProps {
  name: string;
  options: Option[];
  at: number;
  run(option: Option): void;
}

function Options({ name, options, at, run }: OptionsProps) {
  const t = useTranslate();
  const groups = [...Map.groupBy(options, ({ group }) => group)];
  return (
    <div role="listbox" id={`${name}-list`} aria-label={t('search.results')} className={classes.list}>
      {groups.map(([group, members]) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot group options
        <div key={group} role="group" aria-label={group}>
          <Text size="xs" c="dimmed" fw={600} className={classes.group} aria-hidden="true">
            {group}
          </Text>
          {members.map((option) => (
            <PaletteOption
              key={option.id}
              id={`${name}-${options.indexOf(option)}`}
              option={option}
              isActive={options.indexOf(option) === at}
              run={run}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function PaletteOption({
  id,
  option,
  isActive,
  run,
}: {
  id: string;
  option: Option;
  isActive: boolean;
  run(option: Option): void;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) box.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const { label, line, picture } = option;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the input has the focus and handles the keys
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and handles the keys
    <div
      ref={box}
      id={id}
      role="option"
      aria-selected={isActive}
      className={classes.option}
      onClick={() => run(option)}
    >
      <span className={classes.picture} aria-hidden="true">
        {picture}
      </span>
      <span className={classes.words}>
        <span className={classes.label}>{label}</span>
        {line && <span className={classes.line}>{line}</span>}
      </span>
    </div>
  );
}
