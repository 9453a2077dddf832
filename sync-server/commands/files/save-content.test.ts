import { v7 } from 'uuid'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { attachmentsPerOrder, attachmentTexts } from '#schema/rules/files/attachments.ts'
import { saveContent } from './save-content.ts'
import { fileOf, onePixelPng } from '../../testing/test-pictures.ts'
import { create, createWorld, mutation, orderValues, remove, update, type World } from '../../testing/test-world.ts'

let world: World
let shopId: string
let user: string
let orderId: string

beforeEach(async () => {
  world = await createWorld()
  shopId = await world.addShop()
  user = await world.addUser({ shopIds: [shopId] })
  const customerId = v7()
  orderId = v7()
  await world.push(user, [
    mutation(shopId, [create('customers', customerId, { name: 'Ann' })]),
    mutation(shopId, [create('orders', orderId, orderValues(customerId))]),
  ])
})
afterEach(() => world.close())

const addFile = (id = v7(), more: Parameters<typeof fileOf>[2] = {}) => mutation(shopId, [create('attachments', id, fileOf(orderId, onePixelPng, more))])

it('hazard 53: takes the last file of an order from the first of two devices, and refuses that of the other with its reason', async () => {
  await world.push(
    user,
    Array.from({ length: attachmentsPerOrder - 1 }, () => addFile()),
  )
  const [[first], [second]] = [await world.push(user, [addFile()]), await world.push(user, [addFile()])]
  expect(first?.outcome).toBe('applied')
  expect(second).toMatchObject({ outcome: 'rejected', error: { code: 'PAYLOAD_TOO_LARGE', message: attachmentTexts.full } })
})

it('counts the files of one push as well', async () => {
  const results = await world.push(
    user,
    Array.from({ length: attachmentsPerOrder + 2 }, () => addFile()),
  )
  expect(results.filter(({ outcome }) => outcome === 'rejected')).toHaveLength(2)
})

it('refuses a pushed change of a signature, and takes one of the caption of a photo', async () => {
  const [photo, signature] = [v7(), v7()]
  await world.push(user, [addFile(photo), addFile(signature, { kind: 'signature', caption: 'drop-off' })])
  const [taken, refused] = await world.push(user, [
    mutation(shopId, [update('attachments', photo, { caption: [null, 'Edge'] })]),
    mutation(shopId, [update('attachments', signature, { caption: ['drop-off', 'pick-up'] })]),
  ])
  expect(taken?.outcome).toBe('applied')
  expect(refused).toMatchObject({ outcome: 'rejected', error: { code: 'VALIDATION', message: attachmentTexts.signatureFixed } })
})

it('keeps nothing of a content whose file was deleted while it was sent', async () => {
  const id = v7()
  await world.push(user, [addFile(id), mutation(shopId, [remove('attachments', id)])])
  await expect(saveContent(world.services, user, shopId, id, onePixelPng)).rejects.toMatchObject({ code: 'DELETED' })
  expect(await world.services.reader.selectFrom('attachment_contents').select('sha256').execute()).toEqual([])
})

it('hazard 50: keeps neither content nor mark when the transaction of both fails', async () => {
  const id = v7()
  await world.push(user, [addFile(id)])
  const fails = {
    ...world.services,
    newId: () => {
      throw new Error('killed')
    },
  }
  await expect(saveContent(fails, user, shopId, id, onePixelPng)).rejects.toThrow('killed')
  expect(await world.services.reader.selectFrom('attachment_contents').select('sha256').execute()).toEqual([])
  expect(await saveContent(world.services, user, shopId, id, onePixelPng)).toMatchObject({ isStored: true })
})

it('tells of a photo once in the activities, not again when its content arrives', async () => {
  const id = v7()
  await world.push(user, [addFile(id)])
  await saveContent(world.services, user, shopId, id, onePixelPng)
  const rows = await world.services.reader.selectFrom('activities').select('audit_text').where('shop_id', '=', shopId).execute()
  expect(rows.filter(({ audit_text }) => audit_text.includes('scratch.png'))).toHaveLength(1)
})
