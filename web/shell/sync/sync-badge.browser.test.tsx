import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderShop } from '#web/testing/render-shop.tsx'
import { expectCount, press, rowWith, syncBadge, takeInCustomer, waitUntilSynced } from '#web/testing/screen.ts'

const namedBadge = (name: RegExp) => page.getByRole('button', { name })

test('the badge tells offline since when, how much waits, and synced again; one press lists what waits', async () => {
  const app = await renderShop()
  const { shop } = app
  app.goOffline()
  await expect.element(namedBadge(/^Offline since \d+:\d\d [AP]M\. Show details$/)).toBeVisible()
  await takeInCustomer({ name: 'Badge Bob', phone: '5550103030' })
  await takeInCustomer({ name: 'Badge Beth', phone: '5550103031' })
  await expect.element(namedBadge(/^Offline since .+, 2 waiting\. Show details$/)).toBeVisible()
  await app.goTo(`/${shop.id}/customers`)
  await expect.element(rowWith('Badge Bob')).toMatchTextContent('Not sent yet')

  await syncBadge().click()
  const panel = page.getByRole('dialog', { name: 'Sync' })
  await expectCount(panel.getByRole('region', { name: 'Waiting to be sent' }).getByRole('listitem'), 2)
  await expect.element(panel).toMatchTextContent('Badge Bob')
  await expect.element(panel).toMatchTextContent(/Last contact/)
  await press('Escape')
  await expect.element(panel).not.toBeInTheDocument()

  await app.goOnline()
  await waitUntilSynced()
  await expect.element(rowWith('Badge Bob')).not.toMatchTextContent('Not sent yet')
  await expect
    .poll(() => shop.api.pullAll('customers'))
    .toEqual([expect.objectContaining({ name: 'Badge Bob' }), expect.objectContaining({ name: 'Badge Beth' })])
})
