import { expect, test } from 'vitest'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { renderOnDevice } from '#web/testing/render-on-device.tsx'
import { makeShop } from '#web/testing/shop-server.ts'
import { ShopDetailsDialog } from '../details/shop-details-dialog.tsx'
import { OnlineWork } from '../online/online-work.tsx'
import { PortalAddress } from './portal-address.tsx'

function Details() {
  const shop = useBootstrap()?.shops[0]
  return (
    shop && (
      <OnlineWork>
        <ShopDetailsDialog shop={shop} onClose={() => undefined} />
      </OnlineWork>
    )
  )
}

test('on the computer of the server, the page for customers has the address where others open it, as a code too', async () => {
  const shop = makeShop({ code: 'fix' })
  shop.server.address = 'https://shop.example'
  const { screen } = await renderOnDevice(<PortalAddress shopCode="fix" />, { shop })
  await expect.element(screen.getByRole('link', { name: 'https://shop.example/fix opens in a new tab' })).toHaveAttribute('href', 'https://shop.example/fix')
  await expect.element(screen.getByRole('img', { name: 'QR code of https://shop.example/fix' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Download QR code' })).toHaveAttribute('download', 'portal-fix.svg')
})

test('without an address for others, the page for customers is opened here and has no code', async () => {
  const shop = makeShop({ code: 'fix' })
  const { screen } = await renderOnDevice(<PortalAddress shopCode="fix" />, { shop })
  await expect
    .element(screen.getByText('This address works on this computer only. To change that, the person who runs the server sets HOST and PUBLIC_URL.'))
    .toBeVisible()
  await expect.element(screen.getByRole('link', { name: `${window.location.origin}/fix opens in a new tab` })).toBeVisible()
  expect(screen.getByRole('img', { name: /^QR code/ }).elements()).toEqual([])
})

test.each([
  ['https://shop.example', 'QR codes on papers lead to https://shop.example.'],
  [
    null,
    'QR codes on papers contain only the ticket number, because Mainspring can be opened on this computer only. To change that, the person who runs the server sets HOST and PUBLIC_URL.',
  ],
])('Shop Details say where codes on papers lead: %s', async (address, text) => {
  const shop = makeShop()
  shop.server.address = address
  const { screen } = await renderOnDevice(<Details />, { shop })
  await expect.element(screen.getByRole('region', { name: 'Receipts and labels' }).getByText(text)).toBeVisible()
})
