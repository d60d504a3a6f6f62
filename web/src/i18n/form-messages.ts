// Replaces the browser's form validation messages ("Please fill in this field"), which use the browser's language, by
// translated messages.
import { translate as t } from './translate.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

/** Fields with a custom message, which makes them invalid until it is removed. */
const replaced = new Set<Field>();

/** Listens on the whole page. */
export function replaceFormMessages(): void {
  document.addEventListener(
    'invalid',
    ({ target }) => {
      if (!isField(target)) return;
      target.setCustomValidity(describeValidity(target));
      replaced.add(target);
    },
    true,
  );
  // Any of these events comes before the form is validated again.
  for (const name of ['input', 'change', 'click', 'keydown']) document.addEventListener(name, restore, true);
}

function restore(): void {
  for (const field of replaced) field.setCustomValidity('');
  replaced.clear();
}

function describeValidity(field: Field): string {
  const { validity, type } = field;
  const { minLength, maxLength } = 'minLength' in field ? field : { minLength: 0, maxLength: 0 };
  const { min, max } = 'min' in field ? field : { min: '', max: '' };
  if (validity.valueMissing)
    return type === 'checkbox' ? t('validation.unchecked') : t('validation.required');
  if (validity.tooShort) return t('validation.too_small_string', { minimum: minLength });
  if (validity.tooLong) return t('validation.too_big_string', { maximum: maxLength });
  if (validity.rangeUnderflow) return t('validation.too_small_number', { minimum: Number(min) });
  if (validity.rangeOverflow) return t('validation.too_big_number', { maximum: Number(max) });
  if (validity.typeMismatch && type === 'email') return t('validation.invalid_format_email');
  if (validity.typeMismatch && type === 'url') return t('validation.invalid_format_url');
  return t('validation.other');
}
