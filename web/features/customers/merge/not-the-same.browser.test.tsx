import '../../../styles/app.css'
import { afterEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { v7 } from 'uuid'
import { DeviceProvider } from '#web/device/react/provider.tsx'
import { closeTestDevices, customerInput, openTestDevice, until, untilSynced } from '#web/device/testing/test-device.ts'
import { ModelServer } from '#web/device/testing/test-model-server.ts'
import { toastStore } from '#web/ui/overlays/toast-store.ts'
import { DuplicatesDialog } from './duplicates-dialog.tsx'

afterEach(closeTestDevices)

test('two who are said to be two people are offered no more, on no device, until that is undone (MERGE-01)', async () => {
  const shopId = v7()
  const server = new ModelServer()
  const open = async () => {
    const userId = v7()
    server.addUser(userId, [shopId])
    return openTestDevice({ userId, api: server.apiOf(userId) })
  }
  const [desk, bench] = [await open(), await open()]
  const [ann, anna] = [customerInput({ name: 'Ann', email: 'ann@example.com' }), customerInput({ name: 'Anna', email: 'ann@example.com' })]
  await desk.write(shopId, [ann, anna])
  await untilSynced(desk)
  const screen = await render(
    <DeviceProvider device={desk}>
      <DuplicatesDialog shopId={shopId} onClose={() => undefined} />
    </DeviceProvider>,
  )
  await expect.element(screen.getByRole('dialog', { name: 'Likely duplicates (1)' })).toBeVisible()
  await screen.getByRole('button', { name: /is not the same as/ }).click()
  await expect.element(screen.getByText('No likely duplicates')).toBeVisible()
  await untilSynced(desk)
  await bench.sync.run()
  const strangersOf = async () => (await bench.rows.readMany('customers', [ann.id, anna.id])).map(({ strangers }) => strangers)
  await until(async () => (await strangersOf()).some((strangers) => strangers !== null), 'the other device to know')
  toastStore.read()?.action?.onPress()
  await expect.element(screen.getByRole('button', { name: /^Merge Ann/ })).toBeVisible()
})
