// Corrects the panels of a page: draws, moves, resizes, deletes and orders boxes on the page.

import { maxPanels } from '@lectern/contract/serving/panel-limits';
import type { PagePanels } from '@lectern/contract/serving/panels';
import { Button, Group, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from '../../../../i18n/translate.ts';
import { ErrorState, LoadingState } from '../../../../ui/states.tsx';
import { pagePanels } from '../queries.ts';
import { BoxEditor } from './box-editor.tsx';
import classes from './correction.module.css';
import { type Box, pick, reorder, sortBoxes } from './edit.ts';
import { useCorrection } from './use-correction.ts';

interface Props {
  bookId: string;
  page: number;
  src: string;
  onClose(): void;
}

export function CorrectionEditor(props: Props) {
  const { bookId, page, onClose } = props;
  const t = useTranslate();
  const { data, error, refetch } = useQuery(pagePanels(bookId, page));
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      title={t('reader.comic.correctPanels', { page })}
      lockScroll={false}
      closeButtonProps={{ 'aria-label': t('reader.comic.close') }}
    >
      {data ? (
        <Form {...props} panels={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState />
      )}
    </Modal>
  );
}

function Form({ bookId, page, src, panels, onClose }: Props & { panels: PagePanels }) {
  const t = useTranslate();
  const [boxes, setBoxes] = useState<readonly Box[]>(panels.panels);
  const [selected, setSelected] = useState<number>();
  /** The tapped panels while the order is changed. */
  const [picked, setPicked] = useState<readonly number[]>();
  /** Of the page; 0 until it is loaded. */
  const [ratio, setRatio] = useState(0);
  const { mutate, isPending } = useCorrection(bookId, page, onClose);
  const remove = () => {
    setBoxes(boxes.filter((_, index) => index !== selected));
    setSelected(undefined);
  };
  const add = () => {
    setBoxes([...boxes, [30, 30, 40, 40]]);
    setSelected(boxes.length);
  };
  const order = (index: number) => {
    const after = pick(picked ?? [], index);
    setPicked(after.length === boxes.length ? undefined : after);
    if (after.length === boxes.length) setBoxes(reorder(boxes, after));
  };
  const sort = () => {
    setBoxes(sortBoxes(boxes, panels.direction, ratio));
    setPicked(undefined);
    setSelected(undefined);
  };
  return (
    <div className={classes.form}>
      <Text size="sm">{t(picked ? 'reader.comic.orderHint' : 'reader.comic.correctHint')}</Text>
      <BoxEditor
        src={src}
        page={page}
        boxes={boxes}
        picked={picked}
        selected={selected}
        onChange={setBoxes}
        onSelect={setSelected}
        onPick={order}
        onRemove={remove}
        onSort={sort}
        onRatio={setRatio}
      />
      <Group gap="xs">
        <Button variant="default" disabled={boxes.length >= maxPanels || picked !== undefined} onClick={add}>
          {t('reader.comic.addPanel')}
        </Button>
        <Button variant="default" disabled={selected === undefined || picked !== undefined} onClick={remove}>
          {t('reader.comic.deletePanel')}
        </Button>
        <Button
          variant={picked ? 'filled' : 'default'}
          disabled={boxes.length < 2}
          aria-pressed={picked !== undefined}
          onClick={() => {
            setPicked(picked ? undefined : []);
            setSelected(undefined);
          }}
        >
          {t('reader.comic.orderPanels')}
        </Button>
        <Button variant="default" disabled={boxes.length < 2} onClick={sort}>
          {t('reader.comic.sortPanels')}
        </Button>
        <Button
          variant="default"
          disabled={panels.source !== 'user' || isPending}
          onClick={() => mutate(undefined)}
        >
          {t('reader.comic.restorePanels')}
        </Button>
        <Button ml="auto" loading={isPending} onClick={() => mutate(boxes)}>
          {t('ui.manage.save')}
        </Button>
      </Group>
    </div>
  );
}
