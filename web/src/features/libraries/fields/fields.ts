// The props of all sections of the library form.
import type { UseFormReturnType } from '@mantine/form';
import type { Draft } from '../draft.ts';

export interface FieldsProps {
  form: UseFormReturnType<Draft>;
}
