/** Kinds of security events. Never rename a kind; only add. */
export const securityEventKinds = [
  'sign-in',
  'sign-in-failed',
  'sign-out',
  'session-ended',
  'password-changed',
  'password-reset',
  'privilege-granted',
  'privilege-removed',
  'member-added',
  'member-removed',
  'entity-user-added',
  'entity-user-removed',
  'entity-shop-added',
  'entity-shop-removed',
  'user-created',
  'user-changed',
  'user-disabled',
  'user-enabled',
  'second-factor-on',
  'second-factor-off',
  'second-factor-failed',
  'second-factor-paused',
  'recovery-code-used',
  'token-made',
  'token-revoked',
  'export',
  'customer-erased',
  'restore',
] as const

export type SecurityEventKind = (typeof securityEventKinds)[number]

export const isSecurityEventKind = (kind: string): kind is SecurityEventKind => securityEventKinds.some((known) => known === kind)

export const securityEventDays = 400
