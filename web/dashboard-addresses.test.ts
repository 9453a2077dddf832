import { expect, test } from 'vitest'
import { isDashboardAddress } from './dashboard-addresses.ts'

const shopId = '018f4d2a-7c1e-7b6a-9f00-3d6c2b1a0e55'

test.each([
  '/',
  '/?new=order',
  '/?view=customers',
  '/login',
  '/login?next=%2Fprofile',
  '/profile',
  '/app-settings',
  '/app-settings/start',
  '/entity-settings',
  '/shop-settings',
  `/${shopId}`,
  `/${shopId.toUpperCase()}`,
  `/${shopId}/orders`,
  `/${shopId}/orders?page=2`,
  `/${shopId}/orders/${shopId}`,
  `/${shopId}/orders/order/${shopId}`,
  `/my-alias/customers`,
  '/DEMO/t/H-1042',
  '/DEMO/t/H%2F1042',
  `/${shopId}/customers/customer/${shopId}`,
])('the shell answers %s', (address) => {
  expect(isDashboardAddress(address)).toBe(true)
})

test.each([
  '/DEMO',
  '/index',
  '/portal',
  '/loginx',
  `/${shopId}x`,
  `/${shopId}/customer`,
  '/DEMO/customer',
  `/DEMO/e/${'a_-9'.repeat(11)}`,
  '/DEMO/customer?flow=order',
  '/DEMO/prices',
  '/a/b/c/d/e',
  '/api',
  '/api/auth/me',
  '/api/sync/pull',
  '/healthz',
  '/healthz/x',
  '/livez',
  '/readyz/x',
  '/index.html',
  '/portal.html',
  '/assets/index-abc.js',
  '/icons/icon.svg',
  '/sw.js',
])('the server answers %s', (address) => {
  expect(isDashboardAddress(address)).toBe(false)
})
