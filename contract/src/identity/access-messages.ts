// Messages about links, codes and devices that give access. Part of reasons.ts.

export const accessMessages = {
  invitation_expired: 'This invitation has expired. Ask for a new one.',
  invitation_revoked: 'This invitation was revoked. Ask for a new one.',
  invitation_used:
    'This invitation was already used. Sign in with the account that was created, or ask for a new invitation.',
  invitation_void: 'The user who invited you can no longer give this access. Ask for a new invitation.',
  invitations_full: 'You can have at most {max} open invitations. Revoke one first.',
  invitations_off: 'This server does not allow invitations.',
  quick_connect_denied: 'The device was denied.',
  quick_connect_off: 'This server does not allow quick connect.',
  quick_connect_over: 'This code is wrong, has expired or was already used.',
  reset_disabled: 'This account is disabled. Enable it first.',
  reset_over:
    'This link has expired or was already used, or the password was changed since. Ask for a new link.',
  setup_code_needed: 'Enter the setup code. It is shown in the terminal and log of the server.',
  setup_code_wrong:
    'The setup code is wrong. The correct one is shown in the terminal and log of the server.',
} as const;
