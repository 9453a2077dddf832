import { AppError } from '#schema/errors.ts'
import { logoTexts } from '#schema/rules/shop/profile.ts'
import { answerFile, toPublicFile } from '../http/files/answer-file.ts'
import { findShopLogo } from '../queries/shop-profiles.ts'
import type { RouteTools } from '../registry/registry.ts'

type Call = Pick<RouteTools, 'services'> & { c: Parameters<typeof answerFile>[0] }

/** The logo of the shop that a customer's link leads to. @throws AppError NOT_FOUND where it has none */
export async function answerLinkedLogo({ c, services }: Call, { shopId }: { shopId: string }) {
  const logo = await findShopLogo(services.reader, shopId)
  if (logo === undefined) throw new AppError('NOT_FOUND', logoTexts.missing)
  return answerFile(c, toPublicFile(logo), { caching: 'private' })
}
