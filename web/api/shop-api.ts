import type { MadeOrderLink } from '#schema/api/links/order-links.ts'
import type { StockMovement, StockTake } from '#schema/api/answers/inventory-answers.ts'
import type { DeletedPage } from '#schema/api/deleted.ts'
import type { SentEstimate } from '#schema/api/links/estimates.ts'
import type { RefusedChangesPage } from '#schema/api/refused-changes.ts'
import type { Activity } from '#schema/collections/people/activities.ts'
import type { Invoice } from '#schema/collections/work/invoices.ts'
import { type Query, request } from './http.ts'

/** A shop's requests besides sync; nothing is stored on the device. All throw ApiError and NetworkError, as `request` does. */

/** Instants in ISO 8601; `before` is the `createdAt` of the previous page's last entry. */
type ActivitiesPageQuery = { before: string; limit: number; search: string | null; from: string | null; to: string | null }

/** Days as `YYYY-MM-DD` in `timezone`, both inclusive. */
type MoneyQuery = { dateFrom: string | null; dateTo: string | null; timezone: string }

type StatusHistoryRow = { id: string; orderStatusId: string; createdAt: string }

const inShop = (shopId: string, rest: string): string => `/api/${encodeURIComponent(shopId)}/${rest}`

const read = <Answer>(path: string, query: Query, signal: AbortSignal): Promise<Answer> => request<Answer>('GET', path, undefined, { query, signal })

/** Activities older than those on this device, newest first. */
export const listActivities = (shopId: string, query: ActivitiesPageQuery, signal: AbortSignal): Promise<Activity[]> =>
  read(inShop(shopId, 'activities'), query, signal)

/** Newest first; `cursor` is the previous page's `nextCursor`. */
export const listRefusedChanges = (shopId: string, cursor: string | null, signal: AbortSignal): Promise<RefusedChangesPage> =>
  read(inShop(shopId, 'refused-changes'), { cursor }, signal)

/** Newest first; `before` is the previous page's `next`. */
export const listDeleted = (
  shopId: string,
  query: { search: string; collection: string | null | undefined; before: number | null },
  signal: AbortSignal,
): Promise<DeletedPage> => read(inShop(shopId, 'deleted'), query, signal)

export const listStatusHistory = (shopId: string, orderId: string, signal: AbortSignal): Promise<StatusHistoryRow[]> =>
  read(inShop(shopId, `orders/${orderId}/status-history`), {}, signal)

export const listStockMovements = (shopId: string, productId: string, limit: number, signal: AbortSignal): Promise<StockMovement[]> =>
  read(inShop(shopId, `products/${productId}/movements`), { limit: String(limit) }, signal)

export const readStockTake = (shopId: string, takeId: string, signal: AbortSignal): Promise<StockTake> =>
  read(inShop(shopId, `stock-takes/${takeId}`), {}, signal)
export const settleStockTake = (shopId: string, takeId: string, act: 'apply' | 'undo'): Promise<StockTake> =>
  request<StockTake>('POST', inShop(shopId, `stock-takes/${takeId}/${act}`))

/** Sends an estimate; returns the customer's link. */
export const makeOrderLink = (shopId: string, orderId: string) => request<MadeOrderLink>('POST', `/api/${shopId}/orders/${orderId}/links`)
export const withdrawOrderLinks = (shopId: string, orderId: string) => request('DELETE', `/api/${shopId}/orders/${orderId}/links`)
export const sendEstimate = (shopId: string, id: string): Promise<SentEstimate> =>
  request<SentEstimate>('POST', inShop(shopId, `estimates/${encodeURIComponent(id)}/send`), {})

/** Gives a draft its number; answers the issued document. */
/** Refused where another device issued it, or another invoice of its order, in the meantime. */
export const issueInvoice = (shopId: string, id: string): Promise<Invoice> =>
  request<Invoice>('POST', inShop(shopId, `invoices/${encodeURIComponent(id)}/issue?unlessIssued=true`))

/** Another link by which the customer sees an issued document. */
export const makeInvoiceLink = (shopId: string, id: string) => request<MadeOrderLink>('POST', inShop(shopId, `invoices/${encodeURIComponent(id)}/links`))

/** Payments, costs or lines of a range of days; `timeoutMs` is the longest time without a byte of the response. */
export const listMoney = <Row>(
  shopId: string,
  collection: 'payments' | 'costs' | 'order-lines',
  query: MoneyQuery,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<Row[]> => request<Row[]>('GET', inShop(shopId, collection), undefined, { query, signal, timeoutMs })

/** Sets a customer's portal access code; null removes it. */
export const saveAccessCode = (shopId: string, customerId: string, code: string | null | undefined): Promise<unknown> =>
  request('PUT', inShop(shopId, `customers/${customerId}`), { customerAccessCode: code })

/** Erases a customer's personal data permanently; `name` is the customer's name, typed as a confirmation. */
export const eraseCustomer = (shopId: string, customerId: string, name: string): Promise<unknown> =>
  request('POST', inShop(shopId, `customers/${customerId}/erase`), { name })
