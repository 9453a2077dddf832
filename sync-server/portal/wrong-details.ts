import { AppError } from '#schema/errors.ts'
import { portalTexts } from '#schema/rules/customers/portal.ts'

/** One answer for all wrong details: it must not reveal which part was wrong. */
export const wrongDetails = (): AppError => new AppError('UNAUTHENTICATED', portalTexts.verificationFailedHint)
