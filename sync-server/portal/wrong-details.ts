import { AppError } from '#schema/errors.ts'
import { portalTexts } from '#schema/rules/customers/portal.ts'

/** One answer for whatever did not fit (ERR-34): it must not tell which part. */
export const wrongDetails = (): AppError => new AppError('UNAUTHENTICATED', portalTexts.verificationFailedHint)
