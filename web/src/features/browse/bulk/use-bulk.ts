// Actions on all selected items, with toasts, and undo where the API allows it.
import type { ConditionTarget } from '@lectern/contract/conditions/fields';
import { useState } from 'react';
import { inBatches } from '../../../api/batches.ts';
import { call } from '../../../api/call.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { showError, showToast } from '../../../ui/toasts/toasts.tsx';
import {
  findEntryFault,
  isBook,
  makeOneEntry,
  markRead,
  useOneEntry,
  useRefreshItems,
} from '../../books/index.tsx';
import type { Selection } from '../selection/use-selection.ts';
import { applyPlan, type PlannedItem, setLocks, undoPlan } from './metadata.ts';
import { setWantToRead } from './want-to-read.ts';

export function useBulk(target: ConditionTarget, selection: Selection) {
  const t = useTranslate();
  const [isBusy, setBusy] = useState(false);
  const items = [...selection.items.values()];
  const ids = items.map(({ id }) => id);
  const refresh = useRefreshItems();
  const back = (undo: () => Promise<unknown>) => async () => {
    await undo().catch(showError);
    await refresh();
  };
  const runMerge = useOneEntry();
  /** Runs an action and shows its result. Edits keep the selection, for the next edit. Throws failures. */
  const run = async (
    work: () => Promise<{ message: string; undo?: () => Promise<unknown> }>,
    { isEdit = false } = {},
  ) => {
    setBusy(true);
    try {
      const { message, undo } = await work();
      showToast(message, undo && back(undo));
      if (!isEdit) selection.clear();
    } finally {
      setBusy(false);
      await refresh();
    }
  };
  const perform = (...work: Parameters<typeof run>) => run(...work).catch(showError);
  const count = items.length;
  const books = items.filter(isBook);
  return {
    isBusy,
    /** The reason why the books cannot be merged. */
    entryFault: findEntryFault(books),
    makeOneEntry: () =>
      runMerge((acceptsOtherReaders) =>
        run(async () => {
          const undo = await makeOneEntry(books, acceptsOtherReaders);
          return { message: t('browse.madeOneEntry', { count }), undo };
        }),
      ),
    read: (isRead: boolean) =>
      perform(async () => {
        const undo = await markRead(target, items, isRead);
        return { message: t(isRead ? 'browse.markedRead' : 'browse.markedUnread', { count }), undo };
      }),
    want: (isOnWantToRead: boolean) =>
      perform(async () => {
        const done = await setWantToRead(target, items, isOnWantToRead);
        const undo = done.count > 0 ? done.undo : undefined;
        return {
          message: t(isOnWantToRead ? 'browse.wanted' : 'browse.unwanted', { count: done.count }),
          undo,
        };
      }),
    changeMetadata: (plan: readonly PlannedItem[]) =>
      perform(
        async () => {
          await applyPlan(target, plan);
          return {
            message: t(`browse.edited_${target}`, { count: plan.length }),
            undo: () => undoPlan(target, plan),
          };
        },
        { isEdit: true },
      ),
    lock: (isLocked: boolean) =>
      perform(
        async () => {
          await setLocks(target, ids, isLocked);
          return { message: t(isLocked ? 'browse.locked' : 'browse.unlocked', { count }) };
        },
        { isEdit: true },
      ),
    analyze: () =>
      perform(async () => {
        await inBatches(ids, (ids) =>
          call(`POST /api/v1/${target}/bulk/analyze`, { body: { ids, force: true } }),
        );
        return { message: t('browse.analyzing', { count }) };
      }),
  };
}
export type Bulk = ReturnType<typeof useBulk>;
