import { NetworkError } from '#web/api/errors.ts'
import { failureToDescription } from '#web/navigation/notify.ts'
import { needsConnection } from '../online/online-work.tsx'
import { t } from './tables-texts.ts'

export const toTrouble = (what: string, error: unknown): string =>
  t.trouble({ what, reason: error instanceof NetworkError ? needsConnection : (failureToDescription(error) ?? t.pleaseTryAgain()) })
