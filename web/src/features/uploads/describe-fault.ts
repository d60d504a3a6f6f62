// What kept a file away, in the language of the interface: an error of a request, or a reason that the server named.
import type { Reason } from '@lectern/contract/reasons';
import { describeError } from '../../i18n/errors.ts';
import { describeReason } from '../../i18n/reports.ts';

export type Fault = Error | (Pick<Reason, 'params' | 'message'> & { reason: string });

export const describeFault = (fault: Fault): string =>
  fault instanceof Error ? describeError(fault) : describeReason(fault);
