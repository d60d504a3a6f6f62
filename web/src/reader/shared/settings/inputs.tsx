// Labeled inputs for reader settings.
import { Group, NativeSelect, SegmentedControl, Slider, Switch, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface LabelledProps {
  label: string;
  /** Formats the value for display. */
  value?: string;
  children: ReactNode;
}

function Labelled({ label, value, children }: LabelledProps) {
  return (
    <div>
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          {label}
        </Text>
        {value !== undefined && (
          <Text size="sm" c="dimmed">
            {value}
          </Text>
        )}
      </Group>
      {children}
    </div>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  data: readonly { value: T; label: string }[];
  onChange(value: T): void;
}

/** For two or three values. */
export const SegmentedInput = <T extends string>({ label, value, data, onChange }: ChoiceProps<T>) => (
  <Labelled label={label}>
    <SegmentedControl<T> fullWidth aria-label={label} value={value} onChange={onChange} data={[...data]} />
  </Labelled>
);

/** The native select, which works well on phones. */
export function SelectInput<T extends string>({ label, value, data, onChange }: ChoiceProps<T>) {
  return (
    <NativeSelect
      style={{ flex: 1 }}
      label={label}
      value={value}
      data={[...data]}
      onChange={({ currentTarget }) => {
        const chosen = data.find((one) => one.value === currentTarget.value);
        if (chosen) onChange(chosen.value);
      }}
    />
  );
}

interface SwitchInputProps {
  label: string;
  value: boolean;
  onChange(value: boolean): void;
}

export const SwitchInput = ({ label, value, onChange }: SwitchInputProps) => (
  <Switch label={label} checked={value} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
);

interface SliderInputProps {
  label: string;
  value: number;
  range: readonly [low: number, high: number];
  step?: number;
  /** Formats the value for display. */
  format(value: number): string;
  onChange(value: number): void;
}

export const SliderInput = ({
  label,
  value,
  range: [min, max],
  step = 1,
  format,
  onChange,
}: SliderInputProps) => (
  <Labelled label={label} value={format(value)}>
    <Slider
      min={min}
      max={max}
      step={step}
      value={value}
      onChange={onChange}
      label={null}
      thumbLabel={label}
      thumbProps={{ 'aria-valuetext': format(value) }}
      py={10}
    />
  </Labelled>
);
