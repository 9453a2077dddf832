import { toTicketPath } from '#schema/rules/orders/ticket-address.ts'
import { describe, expect, it } from 'vitest'
import {
  dashboardPath,
  deletedPath,
  findShop,
  findTicketShop,
  parseDashboardPath as parsePath,
  pathToSettings,
  refusedChangesPath,
  sortShops,
  toReturnPath,
} from './paths.ts'

const shopId = '018f0000-0000-7000-8000-000000000001'
const customerId = '018f0000-0000-7000-8000-0000000000c1'
const orderId = '018f0000-0000-7000-8000-0000000000d1'

const parseDashboardPath = (pathname: string) => parsePath(pathname, ['customers', 'orders', 'tasks', 'activities'])

describe('dashboard addresses', () => {
  it('are written in the forms of the route table and read back', () => {
    expect(dashboardPath({ shopId })).toBe(`/${shopId}/orders`)
    const places = [{ tab: 'tasks' }, { tab: 'orders', customerId }, { tab: 'customers', orderId }] as const
    for (const place of places) {
      expect(parseDashboardPath(dashboardPath({ shopId, ...place }))).toMatchObject({ kind: 'dashboard', shopPart: shopId, ...place })
    }
  })

  it('also take the long form of a customer (AMB-19)', () => {
    expect(parseDashboardPath(`/${shopId}/orders/customer/${customerId}`)).toMatchObject({ tab: 'orders', customerId })
  })

  it('may name a task', () => {
    expect(parseDashboardPath(`/${shopId}/tasks/task/${orderId}`)).toMatchObject({ tab: 'tasks', taskId: orderId })
    expect(parseDashboardPath(`/${shopId}/tasks/task/1`)).toMatchObject({ tab: 'tasks', taskId: undefined })
  })

  it('fall back to orders on an unknown tab (NAV-26)', () => {
    expect(parseDashboardPath(`/${shopId}/nonsense`)).toMatchObject({ kind: 'dashboard', tab: 'orders' })
    expect(parseDashboardPath(`/${shopId}/ORDERS`)).toMatchObject({ tab: 'orders' })
  })

  it('lead to the order that a ticket names, by id, alias or code of its shop (NUM-09)', () => {
    expect(toTicketPath('DEMO', 'H/1042')).toBe('/DEMO/t/H%2F1042')
    expect(parseDashboardPath(toTicketPath('DEMO', 'H/1042'))).toEqual({ kind: 'ticket', shopPart: 'DEMO', ticket: 'H/1042' })
    expect(parseDashboardPath('/DEMO/t')).toMatchObject({ kind: 'dashboard', tab: 'orders' })
    const shops = [
      { id: shopId, name: 'One', alias: 'one', code: 'DEMO' },
      { id: customerId, name: 'Two', alias: null, code: 'ONE' },
    ]
    for (const [part, found] of [
      [shopId, shopId],
      ['demo', shopId],
      ['one', shopId],
      ['elsewhere', undefined],
    ] as const)
      expect(findTicketShop(shops, part)?.id).toBe(found)
  })

  it('lead to the list of what was deleted', () => {
    expect(deletedPath(shopId)).toBe(`/${shopId}/recently-deleted`)
    expect(parseDashboardPath(deletedPath(shopId))).toEqual({ kind: 'deleted', shopPart: shopId })
  })

  it('lead to what the server refused, under the log', () => {
    expect(refusedChangesPath(shopId)).toBe(`/${shopId}/activities/refused-changes`)
    expect(parseDashboardPath(refusedChangesPath(shopId))).toEqual({ kind: 'refused-changes', shopPart: shopId })
    expect(parseDashboardPath(`/${shopId}/orders/refused-changes`)).toMatchObject({ kind: 'dashboard', tab: 'orders' })
  })

  it('leave out what is no id', () => {
    expect(parseDashboardPath(`/${shopId}/orders/nobody`)).toMatchObject({ kind: 'dashboard', customerId: undefined })
    for (const path of ['order/1', 'order'])
      expect(parseDashboardPath(`/${shopId}/orders/${path}`)).toEqual({ kind: 'dashboard', shopPart: shopId, tab: 'orders', lacks: 'order' })
    for (const path of ['customer/nobody', 'customer'])
      expect(parseDashboardPath(`/${shopId}/tasks/${path}`)).toEqual({ kind: 'dashboard', shopPart: shopId, tab: 'tasks', lacks: 'customer' })
  })

  it('tell one segment, the portal, the first page and unknown shapes apart (AMB-14, AMB-17, AMB-20)', () => {
    expect(parseDashboardPath('/')).toEqual({ kind: 'root' })
    expect(parseDashboardPath('/main-street')).toEqual({ kind: 'segment', shopPart: 'main-street' })
    expect(parseDashboardPath(`/${shopId}/customer`)).toEqual({ kind: 'portal' })
    expect(parseDashboardPath(`/${shopId}/orders/other/${orderId}`)).toEqual({ kind: 'not-found' })
    expect(parseDashboardPath('/a/b/order/d/e')).toEqual({ kind: 'not-found' })
    expect(parseDashboardPath('/login/orders')).toEqual({ kind: 'not-found' })
    expect(parseDashboardPath('/%E0%A4%A')).toEqual({ kind: 'not-found' })
  })
})

it('the settings pages are known with and without a slash at the end, and nothing else is one', () => {
  expect(['/profile', '/app-settings//', '/app-settings/start/'].map(pathToSettings)).toEqual(['/profile', '/app-settings', '/app-settings/start'])
  for (const other of ['/', '', '/profile/x', '/profiles', `/${shopId}`]) expect(pathToSettings(other)).toBeUndefined()
})

describe('shops of an address', () => {
  const shops = [
    { id: shopId, name: 'beta', alias: null },
    { id: customerId, name: 'Alpha', alias: 'Main' },
  ]

  it('are found by id or alias, without regard to case', () => {
    expect(findShop(shops, shopId.toUpperCase())?.name).toBe('beta')
    expect(findShop(shops, 'mAIN')?.name).toBe('Alpha')
    expect(findShop(shops, 'other')).toBeUndefined()
  })

  it('sort by name without regard to case (AMB-18)', () => {
    expect(sortShops(shops).map(({ name }) => name)).toEqual(['Alpha', 'beta'])
  })
})

describe('the return after sign-in', () => {
  it('stays on this origin and never leads back to the sign-in page (AMB-09)', () => {
    expect(toReturnPath('/profile?x=1')).toBe('/profile?x=1')
    for (const bad of [null, '', 'https://evil.example', '//evil.example', '/\\evil.example', '/a\\b', '/login?next=/'])
      expect(toReturnPath(bad)).toBeUndefined()
  })
})
