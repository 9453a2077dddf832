import { expect, it } from 'vitest'
import { AppError } from '#schema/errors.ts'
import { NetworkError } from '#web/api/errors.ts'
import { toastStore } from '#web/ui/overlays/toast-store.ts'
import { runAction } from './notify.ts'

const failure = { title: 'Delete failed', description: 'Failed to delete customer. Please try again.' }

it('shows the documented success and hands the value back', async () => {
  const outcome = await runAction({
    run: () => Promise.resolve(3),
    success: { title: 'Customer deleted', description: 'The customer has been successfully deleted.' },
    failure,
  })
  expect(outcome).toEqual({ ok: true, value: 3 })
  expect(toastStore.read()).toMatchObject({ title: 'Customer deleted', description: 'The customer has been successfully deleted.', tone: 'success' })
})

it("shows the server's message under the documented title", async () => {
  const error = new AppError('FOREIGN_KEY_VIOLATION', 'Cannot delete customer with existing orders.')
  expect(await runAction({ run: () => Promise.reject(error), failure })).toEqual({ ok: false, error, reason: 'Cannot delete customer with existing orders.' })
  expect(toastStore.read()).toMatchObject({ title: 'Delete failed', description: 'Cannot delete customer with existing orders.', tone: 'destructive' })
})

it('shows the documented default when nobody answered (AMB-157)', async () => {
  await runAction({ run: () => Promise.reject(new NetworkError()), failure })
  expect(toastStore.read()).toMatchObject(failure)
})
