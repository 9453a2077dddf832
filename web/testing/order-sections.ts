import { isTombstone } from '#schema/collection.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { expect } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'
import { type RenderedShop, renderShop } from './render-shop.tsx'
import { dialogOf, rowWith } from './screen.ts'
import { addCustomer, addOrder } from './shop-rows.ts'
import { makeShop, type ShopOptions, type TestShop } from './shop-server.ts'

export const orderDialog = (): Locator => dialogOf('Edit Order')
export const section = (name: string): Locator => orderDialog().getByRole('region', { name, exact: true })
export const line = (within: Locator, text: string): Locator => within.getByRole('listitem').filter({ hasText: text })

export async function expectOpenOrder(): Promise<void> {
  await expect.element(orderDialog().getByRole('heading', { name: 'Order Status History' })).toBeVisible()
}

export async function openOnlyOrder(options: ShopOptions & Pick<NonNullable<Parameters<typeof renderShop>[0]>, 'rest'> = {}): Promise<{
  shop: TestShop
  orderId: string
  app: RenderedShop
}> {
  const { rest = {}, ...shopOptions } = options
  const shop = makeShop(shopOptions)
  const orderId = await addOrder(shop, { customerId: await addCustomer(shop, { name: 'Selma Section' }), itemDetails: 'Section radio' })
  const app = await renderShop({ shop, rest })
  await rowWith('Section radio').click()
  await expectOpenOrder()
  return { shop, orderId, app }
}

export const living = async (shop: TestShop, collection: CollectionName): Promise<Record<string, unknown>[]> =>
  (await shop.api.pullAll(collection)).filter((row) => !isTombstone(row))

/** Types at the end of the field's text, key by key. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await expect.element(field).toBeInTheDocument()
  ;(field.element() as HTMLElement).focus()
  await userEvent.keyboard(text)
}

export async function readStoredDrafts({ person }: TestShop): Promise<unknown[]> {
  const settle = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')))
    })
  const database = await settle(indexedDB.open(`mainspring-device-${person.userId}`))
  const drafts = await settle(database.transaction('drafts').objectStore('drafts').getAll())
  database.close()
  return drafts
}
