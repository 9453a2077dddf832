import { AppError } from '#schema/errors.ts'
import { portalTexts } from '#schema/rules/customers/portal.ts'

/** The same answer whatever was wrong, so that it does not reveal which part. */
export const wrongDetails = (): AppError => new AppError('UNAUTHENTICATED', portalTexts.verificationFailedHint)
