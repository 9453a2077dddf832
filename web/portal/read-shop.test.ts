import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatServerMark, serverMarkHeader } from '#schema/api/server-mark.ts'
import { isCustomerPage, pathToShopPart, pathWithCode, readShop, type ShopRequest } from './read-shop.ts'

const shop = { id: '018f4d2a-7c1e-7b6a-9f00-3d6c2b1a0e55', code: 'FIX1', name: 'Fix & Co' }

const profile = { currency: 'EUR', locale: 'de-DE', phone: '030 1234' }

const server = createServer((request, response) => {
  const send = (status: number, body: unknown) => {
    response
      .writeHead(status, { 'content-type': 'application/json', [serverMarkHeader]: formatServerMark({ protocol: 1, serverId: shop.id }) })
      .end(JSON.stringify(body))
  }
  switch (request.url) {
    case '/api/public/shop-validate/FIX1':
    case `/api/public/shop-validate/${shop.id}`:
      return send(200, { valid: true, shop, customerPortal: true })
    case '/api/public/shop-validate/KNOWN':
      return send(200, { valid: true, shop, customerPortal: true, profile, color: '#112233', openingHours: 'Mon–Fri 9–18' })
    case '/api/public/shop-validate/QUIET':
      return send(200, { valid: true, shop, customerPortal: false })
    case '/api/public/shop-validate/NOPE':
      return send(200, { valid: false })
    case '/api/public/shop-validate/gone':
      return send(404, { code: 'NOT_FOUND' })
    case '/api/public/shop-validate/broken':
      return send(500, { code: 'INTERNAL' })
    case '/api/public/shop-validate/imitated':
      return response.writeHead(404, { 'content-type': 'application/json' }).end('{"code":"NOT_FOUND","message":"No such page"}')
    default:
      return response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in to the hotel wifi</html>')
  }
})
let base = ''
const request: ShopRequest = (path, options) => fetch(`${base}${path}`, options)

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  base = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : ''
})
afterAll(() => {
  server.close()
})

test('a shop is found by its code and by its id, with the state of its portal', async () => {
  expect(await readShop('FIX1', request)).toEqual({ state: 'found', shop, hasPortal: true })
  expect(await readShop(shop.id, request)).toEqual({ state: 'found', shop, hasPortal: true })
  expect(await readShop('KNOWN', request)).toEqual({ state: 'found', shop, hasPortal: true, profile, color: '#112233', openingHours: 'Mon–Fri 9–18' })
  expect(await readShop('QUIET', request)).toEqual({ state: 'found', shop, hasPortal: false })
})

test('valid false and 404 mean that there is no such shop', async () => {
  expect(await readShop('NOPE', request)).toEqual({ state: 'not-found' })
  expect(await readShop('gone', request)).toEqual({ state: 'not-found' })
})

test('a server error, a foreign page and no answer at all are failures to try again', async () => {
  expect(await readShop('broken', request)).toEqual({ state: 'failed' })
  expect(await readShop('captive', request)).toEqual({ state: 'failed' })
  expect(await readShop('imitated', request)).toEqual({ state: 'failed' })
  expect(await readShop('FIX1', () => Promise.reject(new TypeError('fetch failed')))).toEqual({ state: 'failed' })
})

test('the first part of the address names the shop', () => {
  expect(pathToShopPart('/FIX1')).toBe('FIX1')
  expect(pathToShopPart('/my%20shop/customer')).toBe('my shop')
  expect(pathToShopPart('/%E0%A4%A')).toBe('%E0%A4%A')
  expect(pathToShopPart('/')).toBe('')
})

test('a second part tells the page with the flow open', () => {
  expect(['/FIX1/customer', '/FIX1/customer/', '/FIX1', '/customer'].map(isCustomerPage)).toEqual([true, true, false, false])
})

test('an id in the address is replaced by the code, a code stays', () => {
  expect(pathWithCode(`/${shop.id.toUpperCase()}`, shop)).toBe('/FIX1')
  expect(pathWithCode(`/${shop.id}/customer`, shop)).toBe('/FIX1/customer')
  expect(pathWithCode('/fix1', shop)).toBeUndefined()
})
