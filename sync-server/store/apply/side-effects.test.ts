import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { importMark } from '#schema/rules/text/activity-author.ts'
import { longTextMaxLength } from '#schema/fields.ts'
import { createWorld, orderValues, type World } from '../../testing/test-world.ts'
import { createRow } from '../write-rows.ts'

describe('an entry of the log', () => {
  let world: World
  let shopId: string
  beforeEach(async () => {
    world = await createWorld()
    shopId = await world.addShop()
  })
  afterEach(() => world.close())

  const lastText = async () =>
    (await world.services.reader.selectFrom('activities').select('audit_text').orderBy('seq', 'desc').limit(1).executeTakeFirstOrThrow()).audit_text

  it('tells an import at which nobody is signed in by its end, however long the text is', async () => {
    const caller = { userId: null, privileges: new Set<never>(), shopIds: new Set([shopId]), origin: 'import' as const }
    const { id } = await createRow(world.services, caller, shopId, 'customers', { name: 'Ada' })
    expect(await lastText()).toBe(`Customer 'Ada' created${importMark}`)
    await createRow(world.services, caller, shopId, 'orders', orderValues(id, { itemDetails: 'x'.repeat(longTextMaxLength) }) as never)
    const text = await lastText()
    expect(text.endsWith(importMark)).toBe(true)
    expect(text.length).toBeLessThanOrEqual(longTextMaxLength)
  })

  it('names the person who imports, or the write path, and nothing else', async () => {
    const userId = await world.addUser({ shopIds: [shopId] })
    const shopIds = new Set([shopId])
    for (const caller of [
      { userId, origin: 'import' },
      { userId: null, origin: 'administration' },
    ] as const) {
      await createRow(world.services, { ...caller, privileges: new Set<never>(), shopIds }, shopId, 'customers', { name: 'Ada' })
      expect(await lastText()).toBe("Customer 'Ada' created")
    }
  })
})
