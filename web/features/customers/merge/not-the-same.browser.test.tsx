import { expect, test } from 'vitest'
import { customerInput, fewCollections, until, untilSynced } from '#web/device/testing/test-device.ts'
import { renderOnDevice, signIn } from '#web/testing/render-on-device.tsx'
import { makePerson, makeShop } from '#web/testing/shop-server.ts'
import { toastStore } from '#web/ui/overlays/toast-store.ts'
import { DuplicatesDialog } from './duplicates-dialog.tsx'

test('two who are said to be two people are offered no more, on no device, until that is undone (MERGE-01)', async () => {
  const shop = makeShop()
  const [ann, anna] = [customerInput({ name: 'Ann', email: 'ann@example.com' }), customerInput({ name: 'Anna', email: 'ann@example.com' })]
  await shop.api.write(shop.id, [ann, anna])
  const bench = await signIn({ shop, person: makePerson({ shops: [shop] }), collections: fewCollections }).openDevice()
  const dialog = <DuplicatesDialog shopId={shop.id} onClose={() => undefined} />
  const { screen, device: desk } = await renderOnDevice(dialog, { shop, collections: fewCollections })
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
