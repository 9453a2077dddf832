import { z } from 'zod'
import {
  portalSessionAnswer,
  publicEmailAnswer,
  publicEmailBody,
  publicEmailQuery,
  publicOrderAnswer,
  publicOrderBody,
  publicOrdersQuery,
  registrationBody,
  sendOtpAnswer,
  sendOtpBody,
  successAnswer,
  verifiedAnswer,
  verifyAccessBody,
  verifyOtpBody,
  type PortalSessionAnswer,
  type SendOtpAnswer,
  type SuccessAnswer,
  type VerifiedAnswer,
} from '#schema/api/portal.ts'
import { publicPricesAnswer } from '#schema/api/links/prices.ts'
import { madeOrderLinkAnswer } from '#schema/api/links/order-links.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import { AppError } from '#schema/errors.ts'
import { attachmentMaxBytes, attachmentTexts, photoTypes } from '#schema/rules/files/attachments.ts'
import { isSale } from '#schema/values/order-kind.ts'
import { isLinkOpen } from '#schema/rules/customers/order-link.ts'
import { otpResendSeconds } from '#schema/rules/customers/portal.ts'
import { toDialledPhone } from '#schema/rules/customers/international-phone.ts'
import { savePortalPhoto } from '../commands/files/save-portal-photo.ts'
import { readClientAddress } from '../http/client-address.ts'
import { clearPortalCookie, readPortalCookie, writePortalCookie } from '../http/portal-cookie.ts'
import { verifyAccessCode } from '../portal/access-code.ts'
import { allowResend, sendOtp, verifyOtp, type OtpAsker } from '../portal/otp.ts'
import { ownersToChoices } from '../queries/portal/phone-owners.ts'
import { claimCustomer, describePortalSession, endPortalSession, readPortalSession, startPortalSession } from '../portal/portal-sessions.ts'
import { linkNotOpen, makeOrderLink } from '../portal/order-links/order-links.ts'
import { createPortalOrder, findUnconfirmedEmail, registerCustomer, settleEmail } from '../portal/portal-writes.ts'
import { findPublicPrices } from '../queries/portal/prices.ts'
import { listPortalOrders } from '../queries/portal/orders.ts'
import { findRow } from '../queries/rows/read-rows.ts'
import { defineRoute, type PortalCall, type Route } from '../registry/registry.ts'
import { readId, readShopId } from './shop-data/row-routes.ts'

type Call = Omit<PortalCall, 'customer'>

/** Limits and codes are of the number that is dialled, not of a spelling. */
const toAsker = ({ c, config, params }: Call, { customerPhone, countryCode }: { customerPhone: string; countryCode: string }): OtpAsker => ({
  shopId: readShopId(params),
  ...toDialledPhone(countryCode, customerPhone),
  remoteAddress: readClientAddress(c, config),
})

async function answerVerified(
  { c, services, config, params }: Call,
  { countryCode, phone }: OtpAsker,
  [first, ...others]: readonly [Owner, ...Owner[]],
): Promise<VerifiedAnswer> {
  const customerIds = [first.id, ...others.map(({ id }) => id)] as const
  const session = { shopId: readShopId(params), number: { countryCode, phone }, customerIds, oldSessionId: readPortalCookie(c, config) }
  const { sessionId, expiresAt } = await startPortalSession(services, session)
  writePortalCookie(c, config, sessionId)
  const choices = ownersToChoices([first, ...others])
  return others.length === 0 ? { customer: { id: first.id, name: first.name }, expiresAt } : { customer: choices[0] ?? first, choices, expiresAt }
}

type Owner = { id: string; name: string }

/** @throws AppError NOT_FOUND for an order of another customer, as for none, and until one of several who share a number is chosen */
async function readOwnOrder({ services, customer, params }: Pick<PortalCall, 'services' | 'customer' | 'params'>): Promise<Order> {
  const order = customer.choices.length > 0 ? undefined : await findRow(services.reader, 'orders', readShopId(params), readId(params))
  if (order === undefined || order.customerId !== customer.customerId || isSale(order)) throw new AppError('NOT_FOUND', 'Order not found')
  return order
}

export const portalRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/public/prices/:code',
    summary: 'The price list of the shop with this code (or id), where the shop shows it to anybody (PRICES-01)',
    access: { who: 'anyone' },
    params: z.object({ code: z.string().max(200) }),
    answer: publicPricesAnswer,
    handler: async ({ services, params: { code } }) => {
      const prices = await findPublicPrices(services.reader, code)
      if (prices === undefined) throw new AppError('NOT_FOUND')
      return prices
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/:shopId/customers/send-otp',
    summary: 'Send a one-time code to a phone; the same answer for every number (AMB-122)',
    access: { who: 'portal' },
    body: sendOtpBody,
    answer: sendOtpAnswer,
    handler: async (call): Promise<SendOtpAnswer> => {
      await sendOtp(call.services, call.portal, toAsker(call, call.body))
      return { sent: true, resendAfterSeconds: otpResendSeconds }
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/:shopId/customers/verify-otp',
    summary: 'Verify by one-time code; starts a portal session of 30 minutes in a cookie (AMB-115). `choices` where several share the number',
    access: { who: 'portal' },
    body: verifyOtpBody,
    answer: verifiedAnswer,
    handler: async (call) => {
      const asker = toAsker(call, call.body)
      return answerVerified(call, asker, await verifyOtp(call.services, call.portal, asker, call.body.otpCode))
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/:shopId/customers/verify-access',
    summary: 'Verify by access code; starts a portal session of 30 minutes in a cookie (AMB-115)',
    access: { who: 'portal' },
    body: verifyAccessBody,
    answer: verifiedAnswer,
    handler: async (call) => {
      const asker = toAsker(call, call.body)
      return answerVerified(call, asker, [await verifyAccessCode(call.services, call.portal, asker, call.body.accessCode)])
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/public/:shopId/session',
    summary: 'Who is verified in this browser; with `choices` when several share the number and none is chosen yet',
    access: { who: 'portal' },
    answer: portalSessionAnswer,
    handler: async ({ c, config, services, params }): Promise<PortalSessionAnswer> =>
      describePortalSession(services, await readPortalSession(services, readShopId(params), readPortalCookie(c, config))),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/public/:shopId/sign-out',
    summary: 'Ends the portal session of this browser, for the next person at the same phone',
    access: { who: 'portal' },
    answer: successAnswer,
    handler: async ({ c, config, services }): Promise<SuccessAnswer> => {
      await endPortalSession(services, readPortalCookie(c, config))
      clearPortalCookie(c, config)
      return { success: true }
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/public/:shopId/customers',
    summary: 'Become a customer; a known phone gets the same answer and makes nothing (AMB-124)',
    access: { who: 'portal' },
    body: registrationBody,
    answer: successAnswer,
    handler: async ({ c, config, services, limiter, params, body }): Promise<SuccessAnswer> => {
      const shopId = readShopId(params)
      const number = toDialledPhone(body.countryCode, body.phone)
      await limiter.take('registration', { shop: shopId, phone: number.countryCode + number.phone, address: readClientAddress(c, config) })
      await registerCustomer(services, shopId, body)
      await allowResend(services, { shopId, ...number })
      return { success: true }
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/public/:shopId/orders',
    summary: 'The verified customer’s own orders, newest first, without notes and costs (AMB-115)',
    access: { who: 'customer' },
    query: publicOrdersQuery,
    answer: z.array(publicOrderAnswer),
    handler: async ({ services, steps, customer, params, query }) => {
      await claimCustomer(services, customer, query.customerId)
      return listPortalOrders(services.reader, steps, readShopId(params), query.customerId)
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/public/:shopId/orders',
    summary: 'The verified customer orders a repair; status, priority, quote, assignee and notes are the server’s (AMB-117)',
    access: { who: 'customer' },
    body: publicOrderBody,
    answer: publicOrderAnswer,
    handler: async ({ c, config, services, limiter, customer, params, body }) => {
      await claimCustomer(services, customer, body.customerId)
      await limiter.take('portal order', { customer: body.customerId, address: readClientAddress(c, config) })
      return createPortalOrder(services, readShopId(params), body)
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/public/:shopId/orders/:id/links',
    summary: 'A link to the page of an order of the verified customer, as staff send it',
    access: { who: 'customer' },
    answer: madeOrderLinkAnswer,
    handler: async (call) => {
      const order = await readOwnOrder(call)
      if (!isLinkOpen(order, call.services.clock())) throw linkNotOpen()
      await call.limiter.take('portal link', { customer: call.customer.customerId, address: readClientAddress(call.c, call.config) })
      return { url: await makeOrderLink(call.services, { shopId: order.shopId, orderId: order.id }, null) }
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/public/:shopId/orders/:id/photos/:photoId',
    summary: 'A photo for the order that the verified customer has just made; the same again changes nothing',
    access: { who: 'customer' },
    content: { mediaTypes: photoTypes, maxBytes: attachmentMaxBytes, tooLarge: attachmentTexts.tooLarge, unsupported: attachmentTexts.photoType },
    answer: successAnswer,
    handler: async (call): Promise<SuccessAnswer> => {
      const order = await readOwnOrder(call)
      const address = readClientAddress(call.c, call.config)
      await call.limiter.take('portal photo', { shop: order.shopId, customer: call.customer.customerId, address })
      await savePortalPhoto(call.services, order, call.params['photoId'] ?? '', call.content)
      return { success: true }
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/public/:shopId/email',
    summary: 'The e-mail address out of a registration of which the verified customer has to say whether it is theirs',
    access: { who: 'customer' },
    query: publicEmailQuery,
    answer: publicEmailAnswer,
    handler: async ({ services, customer, params, query: { customerId } }) => {
      await claimCustomer(services, customer, customerId)
      return { unconfirmed: await findUnconfirmedEmail(services, readShopId(params), customerId) }
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/public/:shopId/email',
    summary: 'The verified customer says whether that address is theirs: it is confirmed, or removed',
    access: { who: 'customer' },
    body: publicEmailBody,
    answer: successAnswer,
    handler: async ({ services, customer, params, body }): Promise<SuccessAnswer> => {
      await claimCustomer(services, customer, body.customerId)
      await settleEmail(services, readShopId(params), body)
      return { success: true }
    },
  }),
]
