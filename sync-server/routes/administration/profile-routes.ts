import { profileAnswer, profileBody } from '#schema/api/shop/shop-profile.ts'
import { AppError } from '#schema/errors.ts'
import { logoMaxBytes, logoTexts, logoTypes } from '#schema/rules/shop/profile.ts'
import { removeLogo, saveLogo } from '../../commands/shop-profile/save-logo.ts'
import { saveProfile } from '../../commands/shop-profile/save-profile.ts'
import { answerFile, toPublicFile } from '../../http/files/answer-file.ts'
import { findShopLogo, findShopProfile } from '../../queries/shop-profiles.ts'
import { defineRoute, emptyAnswer, type Route, type RouteTools } from '../../registry/registry.ts'
import { readShopId } from '../shop-data/row-routes.ts'

const settings = { who: 'member', privilege: 'view_shop_setting' } as const

const logoAnswer = { mediaTypes: logoTypes, description: 'The picture as it was sent' }

/** Browsers revalidate the logo after this time. */
const publicLogoSeconds = 300

async function readLogo({ services }: Pick<RouteTools, 'services'>, shopId: string) {
  const logo = await findShopLogo(services.reader, shopId)
  if (!logo) throw new AppError('NOT_FOUND', logoTexts.missing)
  return logo
}

export const profileRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/profile',
    summary: 'What a shop says of itself: address, money, language, time zone, papers (SHOP-01)',
    access: { who: 'member' },
    answer: profileAnswer,
    handler: async ({ services, params }) => {
      const profile = await findShopProfile(services.reader, readShopId(params))
      if (!profile) throw new AppError('NOT_FOUND')
      return profile
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/:shopId/profile',
    summary: 'Change some of it; what is left out stays, and the whole is answered (SHOP-01)',
    access: settings,
    body: profileBody,
    answer: profileAnswer,
    handler: ({ services, caller, params, body }) => saveProfile(services, caller.userId, readShopId(params), body),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/profile/logo',
    summary: "The shop's logo (SHOP-04)",
    access: { who: 'member' },
    answer: logoAnswer,
    handler: async (call) => answerFile(call.c, await readLogo(call, readShopId(call.params)), { caching: 'private' }),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/:shopId/profile/logo',
    summary: "Set the shop's logo; the profile is answered (SHOP-04)",
    access: settings,
    content: { mediaTypes: logoTypes, maxBytes: logoMaxBytes, ...logoTexts },
    answer: profileAnswer,
    handler: ({ services, caller, params, content }) => saveLogo(services, caller.userId, readShopId(params), content),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/:shopId/profile/logo',
    summary: "Remove the shop's logo (SHOP-04)",
    access: settings,
    answer: emptyAnswer,
    handler: ({ services, caller, params }) => removeLogo(services, caller.userId, readShopId(params)),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/public/:shopId/logo',
    summary: "The shop's logo for its customers (SHOP-04)",
    access: { who: 'portal' },
    answer: { mediaTypes: logoTypes, description: 'The picture without its metadata' },
    handler: async (call) =>
      answerFile(call.c, toPublicFile(await readLogo(call, readShopId(call.params))), { caching: 'public', maxAgeSeconds: publicLogoSeconds }),
  }),
]
