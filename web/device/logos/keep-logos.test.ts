import { v7 } from 'uuid'
import { afterEach, expect, test } from 'vitest'
import { type ShopLogo, shopToProfile } from '#schema/rules/shop/profile.ts'
import { OfflineError, type SyncApi } from '../platform/server-port.ts'
import { closeTestDevices, openTestDevice, until } from '../testing/test-device.ts'
import { ModelServer } from '../testing/test-model-server.ts'

afterEach(closeTestDevices)

const logoOf = (sha256: string): ShopLogo => ({ sha256, mimeType: 'image/png' })

/** A server whose shops have these logos; counts the requests. */
function openShop() {
  const server = new ModelServer()
  const [userId, shopId] = [v7(), v7()]
  server.addUser(userId, [shopId])
  const state = { logo: null as ShopLogo | null, isOnline: true, asked: 0 }
  const api: SyncApi = {
    ...server.apiOf(userId),
    async bootstrap(signal) {
      const answer = await server.apiOf(userId).bootstrap(signal)
      return { ...answer, shops: answer.shops.map((shop) => ({ ...shop, profile: { ...shopToProfile(shop), logo: state.logo } })) }
    },
    async logo(_shopId, sha256) {
      state.asked++
      if (!state.isOnline || sha256 !== state.logo?.sha256) throw new OfflineError()
      return `data:image/png;base64,${sha256}`
    },
  }
  return { userId, shopId, api, state }
}

test('a logo comes with the shops, once, and is there without a network (SHOP-04)', async () => {
  const { userId, shopId, api, state } = openShop()
  state.logo = logoOf('a1')
  const device = await openTestDevice({ userId, api })
  await until(() => state.asked === 1, 'the logo is fetched by itself')
  await until(async () => (await device.logos.read(shopId, 'a1')) !== null)
  expect(await device.logos.read(shopId, 'a1')).toBe('data:image/png;base64,a1')
  await device.close()
  state.isOnline = false
  const again = await openTestDevice({ userId, api })
  expect(await again.logos.read(shopId, 'a1')).toBe('data:image/png;base64,a1')
  expect(state.asked).toBe(1)
})

test('another logo takes its place; one that cannot be fetched is none, and does not hide the old one for good', async () => {
  const { userId, shopId, api, state } = openShop()
  state.logo = logoOf('a1')
  const device = await openTestDevice({ userId, api })
  await until(() => state.asked > 0)
  state.logo = logoOf('b2')
  state.isOnline = false
  expect(await device.logos.read(shopId, 'b2')).toBeNull()
  state.isOnline = true
  expect(await device.logos.read(shopId, 'b2')).toBe('data:image/png;base64,b2')
})

test('a logo that was removed leaves the device', async () => {
  const { userId, shopId, api, state } = openShop()
  state.logo = logoOf('a1')
  const device = await openTestDevice({ userId, api })
  await until(async () => (await device.logos.read(shopId, 'a1')) !== null)
  state.logo = null
  await device.logos.keep((await api.bootstrap(new AbortController().signal)).shops)
  expect(await device.logos.read(shopId, 'a1')).toBeNull()
})
