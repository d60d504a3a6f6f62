// Reasons for which an external request was not sent or failed.

type OutsideErrorKind =
  /** Internet access is turned off. */
  | 'offline'
  | 'no_tls'
  | 'private'
  | 'address'
  | 'redirected'
  | 'silent'
  | 'timeout'
  | 'too_large'
  | 'garbled'
  | 'no_image';

/** The message is a sentence for users. */
export class OutsideError extends Error {
  readonly kind: OutsideErrorKind;

  constructor(kind: OutsideErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OutsideError';
    this.kind = kind;
  }
}
