// Translates the reason why a file was not uploaded: a request error, or a reason from the server.
import type { Reason } from '@lectern/contract/reasons';
import { describeError } from '../../i18n/errors.ts';
import { describeReason } from '../../i18n/reports.ts';

export type UploadFault = Error | (Pick<Reason, 'params' | 'message'> & { reason: string });

export const describeFault = (fault: UploadFault): string =>
  fault instanceof Error ? describeError(fault) : describeReason(fault);
