import type { Json } from '../../values/merge.ts'

type Values = Readonly<Record<string, unknown>>

export const findMessageFollowUps = (before: Values | undefined, after: Values): Record<string, Json> =>
  before?.['state'] === 'failed' && after['state'] === 'waiting' && typeof before['error'] === 'string' ? { error: null } : {}
