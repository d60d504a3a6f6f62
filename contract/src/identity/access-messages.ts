// Messages about links, codes, PINs and devices that give access. Part of reasons.ts.

export const accessMessages = {
  invitation_expired: 'This invitation has expired. Ask for a new one.',
  invitation_revoked: 'This invitation was revoked. Ask for a new one.',
  invitation_used:
    'This invitation was already used. Sign in with the account that was created, or ask for a new invitation.',
  invitation_void: 'The user who invited you can no longer give this access. Ask for a new invitation.',
  invitations_full: 'You can have at most {max} open invitations. Revoke one first.',
  invitations_off: 'This server does not allow invitations.',
  mail_credentials: 'The mail server {host} refused the user name and password: {response}',
  mail_insecure: 'No secure connection to the mail server {host} is possible: {response}',
  mail_no_address:
    'Set server.public_url in the configuration first: links in messages need the address of the server.',
  mail_no_recipient: 'This account has no e-mail address that its owner uses.',
  mail_off: 'No mail server is set.',
  mail_only_administrators: 'Only administrators can change the mail server.',
  mail_password_again: 'Enter the password again, because the host, port or user name has changed.',
  mail_refused: 'The mail server {host} refused the message: {response}',
  mail_unreachable: 'The mail server {host} cannot be reached: {response}',
  no_pin: 'This account has no PIN.',
  pin_too_simple: 'This PIN is easy to guess. Use digits that are not all equal or in order.',
  pin_used_up: 'Too many wrong PINs. Enter the password.',
  profile_locked: 'This profile is locked. Enter its PIN.',
  quick_connect_denied: 'The device was denied.',
  quick_connect_off: 'This server does not allow quick connect.',
  quick_connect_over: 'This code is wrong, has expired or was already used.',
  reset_by_mail_off: 'This server does not send links that set a new password. Ask an administrator for one.',
  reset_disabled: 'This account is disabled. Enable it first.',
  reset_over:
    'This link has expired or was already used, or the password was changed since. Ask for a new link.',
  setup_code_needed: 'Enter the setup code. It is shown in the terminal and log of the server.',
  setup_code_wrong:
    'The setup code is wrong. The correct one is shown in the terminal and log of the server.',
  wrong_pin: 'Wrong PIN. Attempts left: {left}.',
} as const;
