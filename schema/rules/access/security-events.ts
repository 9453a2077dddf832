/** Kinds of security events with their titles. Never rename a kind; only add. */
export const securityEventTitles = {
  'sign-in': 'Signed in',
  'sign-in-failed': 'Wrong sign-in',
  'sign-out': 'Signed out',
  'session-ended': 'Session ended',
  'password-changed': 'Own password changed',
  'password-reset': 'Password reset',
  'privilege-granted': 'Privilege given',
  'privilege-removed': 'Privilege taken away',
  'member-added': 'Assigned to a shop',
  'member-removed': 'Removed from a shop',
  'entity-user-added': 'Assigned to an entity',
  'entity-user-removed': 'Removed from an entity',
  'entity-shop-added': 'Shop linked to an entity',
  'entity-shop-removed': 'Shop unlinked from an entity',
  'user-created': 'User created',
  'user-changed': 'User changed',
  'user-disabled': 'User disabled',
  'user-enabled': 'User enabled',
  'second-factor-on': 'Sign-in code turned on',
  'second-factor-off': 'Sign-in code turned off',
  'second-factor-failed': 'Wrong sign-in code',
  'second-factor-paused': 'Ten wrong sign-in codes: none taken for an hour',
  'recovery-code-used': 'Recovery code used',
  'token-made': 'API token created',
  'token-revoked': 'API token revoked',
  export: 'Data exported',
  'customer-erased': 'Customer erased',
  restore: 'Backup restored',
} as const satisfies Record<string, string>

export type SecurityEventKind = keyof typeof securityEventTitles

export const securityEventKinds = Object.keys(securityEventTitles) as SecurityEventKind[]

export const isSecurityEventKind = (kind: string): kind is SecurityEventKind => Object.hasOwn(securityEventTitles, kind)

export const securityEventDays = 400
