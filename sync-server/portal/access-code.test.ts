import { afterAll, expect, test } from 'vitest'
import { openPortal } from '../testing/test-portal.ts'
import { hashTurns } from '../session/passwords.ts'

const portal = await openPortal()
afterAll(() => portal.close())

async function countComparisons(phone: string, accessCode: string): Promise<{ status: number; comparisons: number }> {
  const before = hashTurns.finished
  const { status } = await portal.server.client().post(`/api/${portal.shopId}/customers/verify-access`, { customerPhone: phone, countryCode: '+1', accessCode })
  return { status, comparisons: hashTurns.finished - before }
}

test('a guess compares as many codes whether a phone has nobody, somebody without a code, or five people with one', async () => {
  const families = ['5550201000', '5550202000', '5550205000']
  await portal.addCustomer(portal.ann, portal.shopId, { name: 'No code', phone: families[0] })
  await portal.addCustomer(portal.ann, portal.shopId, { name: 'One', phone: families[1], customerAccessCode: 'wisteria-one' })
  for (let child = 0; child < 5; child++)
    await portal.addCustomer(portal.ann, portal.shopId, { name: `Child ${child}`, phone: families[2], customerAccessCode: `wisteria-${child}` })
  for (const phone of ['5550200000', ...families]) expect(await countComparisons(phone, 'wrong guess')).toEqual({ status: 401, comparisons: 5 })
  for (const code of ['wisteria-0', 'wisteria-4']) expect(await countComparisons('5550205000', code)).toEqual({ status: 200, comparisons: 5 })
})
