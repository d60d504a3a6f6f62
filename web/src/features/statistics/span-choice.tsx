// The period of statistics.
import { SegmentedControl } from '@mantine/core';
import { useTranslate } from '../../i18n/translate.ts';
import { type Span, spans } from './queries.ts';

export function SpanChoice({ span, onChange }: { span: Span; onChange(span: Span): void }) {
  const t = useTranslate();
  return (
    <SegmentedControl
      aria-label={t('statistics.span')}
      value={span}
      data={spans.map((value) => ({ value, label: t(`statistics.span_${value}`) }))}
      onChange={(value) => onChange(spans.find((one) => one === value) ?? 'month')}
    />
  );
}
