import { NetworkError } from '#web/api/errors.ts'
import { failureToDescription } from '#web/navigation/notify.ts'
import { needsConnection } from '../online/online-work.tsx'

export const toTrouble = (what: string, error: unknown): string =>
  `${what}: ${error instanceof NetworkError ? needsConnection : (failureToDescription(error) ?? 'please try again.')}`
