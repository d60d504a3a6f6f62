// A choice of colors, each shown as letters on paper.
import { Radio, Text } from '@mantine/core';
import classes from './swatches.module.css';

export interface Swatch<T extends string> {
  value: T;
  label: string;
  /** One color, or several for a choice that follows another setting. */
  papers: readonly string[];
  ink: string;
}

interface Props<T extends string> {
  label: string;
  value: T;
  swatches: readonly Swatch<T>[];
  onChange(value: T): void;
}

const toBackground = (papers: readonly string[]): string =>
  papers.length > 1 ? `linear-gradient(135deg, ${papers[0]} 50%, ${papers[1]} 50%)` : (papers[0] ?? '');

export function Swatches<T extends string>({ label, value, swatches, onChange }: Props<T>) {
  const choose = (chosen: string) => {
    const found = swatches.find((one) => one.value === chosen);
    if (found) onChange(found.value);
  };
  return (
    <Radio.Group label={label} value={value} onChange={choose}>
      <div className={classes.swatches}>
        {swatches.map(({ value: own, label: name, papers, ink }) => (
          <Radio.Card key={own} value={own} className={classes.card} aria-label={name}>
            <span
              className={classes.paper}
              style={{ background: toBackground(papers), color: ink }}
              aria-hidden="true"
            >
              {papers.length > 1 ? '' : 'Aa'}
            </span>
            <Text span size="xs">
              {name}
            </Text>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}
