// How the books of a series are ordered: by what, and where specials are placed.
import type { Series } from '@lectern/contract/libraries/series';
import { bookOrders, specialsPlaces } from '@lectern/contract/values';
import { Select } from '@mantine/core';
import { call } from '../../../api/call.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { useAction } from '../../../ui/use-action.ts';

type Order = Pick<Series, 'bookOrder' | 'specials'>;

/** Applies to all users, apps and catalogs. */
export function BookOrder({ series: { id, title, bookOrder, specials } }: { series: Series }) {
  const t = useTranslate();
  const { act, isBusy } = useAction(['series'], ['books']);
  const save = (body: Partial<Order>) => call('PATCH /api/v1/series/{id}', { params: { id }, body });
  const change = (body: Partial<Order>) =>
    act({
      work: () => save(body),
      done: t('series.page.orderSaved', { title }),
      undo: () => save({ bookOrder, specials }),
    });
  return (
    <>
      <Select
        size="xs"
        w={170}
        aria-label={t('series.page.sortBy')}
        allowDeselect={false}
        disabled={isBusy}
        value={bookOrder}
        data={bookOrders.map((value) => ({ value, label: t(`series.page.sort_${value}`) }))}
        onChange={(value) => value && change({ bookOrder: value })}
      />
      {bookOrder === 'reading_order' && (
        <Select
          size="xs"
          w={190}
          aria-label={t('series.page.specials')}
          allowDeselect={false}
          disabled={isBusy}
          value={specials}
          data={specialsPlaces.map((value) => ({ value, label: t(`series.page.specials_${value}`) }))}
          onChange={(value) => value && change({ specials: value })}
        />
      )}
    </>
  );
}
