// A form whose fields are defined by data, such as the configuration of a plugin.
import {
  Button,
  Group,
  JsonInput,
  NumberInput,
  PasswordInput,
  Stack,
  Switch,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useProviderText } from '../../i18n/provider-text.ts';
import { useTranslate } from '../../i18n/translate.ts';

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
type Values = Readonly<Record<string, Json>>;

interface ValueField {
  key: string;
  label: string;
  description: string | null;
  kind: 'text' | 'number' | 'boolean' | 'text_list' | 'json';
  required: boolean;
  default?: Json;
  example?: Json;
}

interface SecretField {
  key: string;
  label: string;
  description: string | null;
  required: boolean;
  isSecret: boolean;
  placeholder: string | null;
  isSet: boolean;
}

interface Draft {
  changed: Record<string, Json>;
  secrets: Record<string, string | null>;
}

interface Props {
  fields: readonly ValueField[];
  secrets: readonly SecretField[];
  values: Values;
  isBusy: boolean;
  /** `secrets` contains the changed ones. Null removes one. */
  onSave(values: Record<string, Json>, secrets: Record<string, string | null>): void;
}

export function ValueForm({ fields, secrets, values, isBusy, onSave }: Props) {
  const t = useTranslate();
  const toText = useProviderText();
  const toShown = <F extends ValueField | SecretField>(field: F): F => ({
    ...field,
    label: toText(field.label),
    description: toText(field.description),
  });
  const form = useForm<Draft>({ initialValues: { changed: {}, secrets: {} } });
  const { changed, secrets: typed } = form.values;
  const submit = form.onSubmit((draft) => {
    const all = Object.entries({ ...values, ...draft.changed });
    onSave(Object.fromEntries(all.filter(([, value]) => value !== '' && value !== null)), draft.secrets);
  });
  return (
    <form onSubmit={submit}>
      <Stack maw={560}>
        {fields.map((field) => (
          <ValueInput
            key={field.key}
            field={toShown(field)}
            value={changed[field.key] ?? values[field.key]}
            onChange={(value) => form.setFieldValue('changed', (all) => ({ ...all, [field.key]: value }))}
            onBroken={(isBroken) => form.setFieldError(field.key, isBroken)}
          />
        ))}
        {secrets.map((field) => (
          <SecretInput
            key={field.key}
            field={toShown(field)}
            value={typed[field.key]}
            onChange={(value) => form.setFieldValue('secrets', (all) => ({ ...all, [field.key]: value }))}
          />
        ))}
        <Group>
          <Button type="submit" loading={isBusy} disabled={Object.values(form.errors).some(Boolean)}>
            {t('ui.manage.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface ValueProps {
  field: ValueField;
  value: Json | undefined;
  onChange(value: Json): void;
  onBroken(isBroken: boolean): void;
}

const toTexts = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

function ValueInput({ field, value, onChange, onBroken }: ValueProps) {
  const t = useTranslate();
  const { label, description, required, kind, example } = field;
  const common = { label, description, required };
  const shown = value ?? field.default;
  const hint = example === undefined ? undefined : toHint(example);
  switch (kind) {
    case 'number':
      return (
        <NumberInput
          {...common}
          placeholder={hint}
          value={typeof shown === 'number' ? shown : ''}
          onChange={(next) => onChange(next === '' ? null : Number(next))}
        />
      );
    case 'boolean':
      return (
        <Switch
          label={label}
          description={description}
          checked={shown === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'text_list':
      return <TagsInput {...common} placeholder={hint} value={toTexts(shown)} onChange={onChange} />;
    case 'json':
      return (
        <JsonInput
          {...common}
          placeholder={hint}
          validationError={t('ui.manage.notJson')}
          defaultValue={shown === undefined ? '' : JSON.stringify(shown, null, 2)}
          autosize
          minRows={3}
          onChange={(text) => {
            const parsed = parse(text);
            onBroken(parsed === undefined);
            if (parsed !== undefined) onChange(parsed);
          }}
        />
      );
    default:
      return (
        <TextInput
          {...common}
          placeholder={hint}
          value={typeof shown === 'string' ? shown : ''}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}

const toHint = (example: Json): string => (typeof example === 'string' ? example : JSON.stringify(example));

/** Null for an empty text, undefined for invalid JSON. */
function parse(text: string): Json | undefined {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface SecretProps {
  field: SecretField;
  value: string | null | undefined;
  onChange(value: string | null): void;
}

function SecretInput({ field, value, onChange }: SecretProps) {
  const t = useTranslate();
  const { label, description, required, isSecret, isSet, placeholder } = field;
  const isKept = isSet && value === undefined;
  const common = {
    label,
    description,
    required: required && !isKept,
    withAsterisk: required,
    autoComplete: 'off',
    placeholder: isKept ? t('ui.manage.isSet') : (placeholder ?? undefined),
    value: value ?? '',
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      {isSecret ? (
        <PasswordInput
          {...common}
          flex={1}
          visibilityToggleButtonProps={{ 'aria-label': t('ui.manage.showSecret', { name: label }) }}
        />
      ) : (
        <TextInput {...common} flex={1} />
      )}
      {isKept && (
        <Button
          variant="default"
          aria-label={t('ui.manage.removeSecret', { name: label })}
          onClick={() => onChange(null)}
        >
          {t('ui.manage.remove')}
        </Button>
      )}
    </Group>
  );
}
