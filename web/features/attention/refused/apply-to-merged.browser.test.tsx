import { expect, test } from 'vitest'
import { toMergedIssue } from '#schema/rules/customers/merged-away.ts'
import { useRefusedChanges } from '#web/device/react/use-device.ts'
import { customerInput, until } from '#web/device/testing/test-device.ts'
import { renderOnDevice } from '#web/testing/render-on-device.tsx'
import { makeShop } from '#web/testing/shop-server.ts'
import { useKnownRows } from '../use-change-words.ts'
import { RefusedChangeItem } from './refused-change-item.tsx'

const nothing = (): void => undefined

function Refused() {
  const changes = useRefusedChanges()
  const known = useKnownRows(changes)
  return changes.map((change) => (
    <RefusedChangeItem key={change.id} change={change} known={known} onOpenForm={nothing} onOpenOrder={nothing} onDiscarded={nothing} />
  ))
}

test('a change of a customer who was merged meanwhile names who stays, is applied there in one press, and offers nothing that parts the merge', async () => {
  const shop = makeShop()
  const [ada, stays] = [customerInput({ name: 'Ada' }), customerInput({ name: 'Ada B.' })]
  await shop.api.write(shop.id, [ada, stays])
  const apiOf = shop.server.apiOf.bind(shop.server)
  const error = {
    code: 'DELETED',
    message: "Customer was merged into 'Ada B.' in the meantime",
    issues: [toMergedIssue({ id: stays.id, name: 'Ada B.' })],
  } as const
  shop.server.apiOf = (userId) => {
    const api = apiOf(userId)
    return {
      ...api,
      // The model knows no merges.
      push: async (...sent) => {
        const answer = await api.push(...sent)
        return {
          ...answer,
          results: answer.results.map((result) => (result.outcome === 'rejected' ? { ...result, error: { ...error, issues: [...error.issues] } } : result)),
        }
      },
    }
  }
  const { screen, device } = await renderOnDevice(<Refused />, { shop, collections: ['customers', 'orders', 'assets', 'payments'] })
  shop.server.remove('customers', ada.id)
  await device.write(shop.id, [{ action: 'update', collection: 'customers', id: ada.id, values: { email: 'ada@example.com' } }])
  const item = screen.getByRole('article')
  await expect.element(item).toMatchTextContent(/was merged into 'Ada B\.' in the meantime\./)
  expect(item.getByRole('link', { name: 'Recently deleted' }).elements()).toEqual([])
  expect(item.getByRole('button', { name: 'Retry' }).elements()).toEqual([])
  await item.getByRole('button', { name: 'Apply to Ada B.' }).click()
  await expect.element(item).not.toBeInTheDocument()
  await until(async () => (await device.rows.read('customers', stays.id))?.email === 'ada@example.com')
  await until(() => device.outbox.waiting.get().length === 0)
  expect(device.refused.changes.get()).toEqual([])
})
