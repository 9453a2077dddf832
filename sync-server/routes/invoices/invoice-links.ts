import { z } from 'zod'
import { publicInvoiceAnswer } from '#schema/api/links/invoices.ts'
import { madeOrderLinkAnswer } from '#schema/api/links/order-links.ts'
import { AppError } from '#schema/errors.ts'
import { invoiceLinkTexts } from '#schema/rules/invoices/invoice-link.ts'
import { isIssued } from '#schema/rules/invoices/invoice-states.ts'
import { logoTypes } from '#schema/rules/shop/profile.ts'
import { readClientAddress } from '../../http/client-address.ts'
import { describeInvoice } from '../../portal/invoices/public-invoice.ts'
import { openLink } from '../../portal/open-link.ts'
import { findInvoiceLink, type InvoiceLink, makeOrderLink } from '../../portal/order-links/order-links.ts'
import { defineRoute, type Route, type RouteTools } from '../../registry/registry.ts'
import { answerLinkedLogo } from '../linked-logo.ts'
import { getRow, readId, readShopId } from '../shop-data/row-routes.ts'

const access = { who: 'anyone' } as const
/** No stricter shape: all invalid links must get the same answer. */
const params = z.object({ token: z.string().meta({ description: '43 characters of the link', maxLength: 64 }) })
const path = '/api/public/invoices/:token'

type Call = Pick<RouteTools, 'services' | 'config' | 'limiter'> & { c: Parameters<typeof readClientAddress>[0]; params: { token: string } }

const linkNotOpen = (): AppError => new AppError('NOT_FOUND', invoiceLinkTexts.notOpen)

/** @throws AppError NOT_FOUND with the common text; TOO_MANY_REQUESTS after many wrong links */
async function open({ c, config, limiter, services, params: { token } }: Call): Promise<InvoiceLink> {
  const link = await openLink(limiter, readClientAddress(c, config), () => findInvoiceLink(services, token))
  if (link === undefined) throw linkNotOpen()
  return link
}

export const invoiceLinkRoutes: readonly Route[] = [
  defineRoute({
    method: 'POST',
    path: '/api/:shopId/invoices/:id/links',
    summary:
      'Another link by which the customer sees an issued document; it ends with those of the order but not within its own 90 days, and is withdrawn with them (INV-04)',
    access: { who: 'member', action: 'update', collection: 'invoices' },
    answer: madeOrderLinkAnswer,
    handler: async ({ services, config, params }) => {
      const shopId = readShopId(params)
      const invoice = await getRow(services, 'invoices', shopId, readId(params))
      if (!isIssued(invoice)) throw new AppError('CONFLICT', invoiceLinkTexts.issueFirst)
      return { url: await makeOrderLink(services, { shopId, orderId: invoice.orderId, invoiceId: invoice.id }, config.publicOrigin) }
    },
  }),
  defineRoute({
    method: 'GET',
    path,
    summary: 'The issued document of a customer’s link, as its paper says it, with payments and balance as they are now (INV-04)',
    access,
    params,
    answer: publicInvoiceAnswer,
    handler: async (call) => {
      const invoice = await describeInvoice(call.services.reader, await open(call))
      if (invoice === undefined) throw linkNotOpen()
      return invoice
    },
  }),
  defineRoute({
    method: 'GET',
    path: `${path}/logo`,
    summary: 'The logo of the shop whose document it is (SHOP-04); its portal may be off',
    access,
    params,
    answer: { mediaTypes: logoTypes, description: 'The picture without its metadata' },
    handler: async (call) => answerLinkedLogo(call, await open(call)),
  }),
]
