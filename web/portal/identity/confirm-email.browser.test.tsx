import '../../styles/app.css'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { PublicEmailBody } from '#schema/api/portal.ts'
import { createPortalApi } from '../portal-api.ts'
import { ConfirmEmail } from './confirm-email.tsx'

async function open(unconfirmed: string | null) {
  const said: PublicEmailBody[] = []
  const api = {
    ...createPortalApi('shop'),
    readEmail: () => Promise.resolve({ ok: true, value: { unconfirmed } } as const),
    settleEmail: (body: PublicEmailBody) => {
      said.push(body)
      return Promise.resolve({ ok: true, value: {} } as const)
    },
  }
  const customer = { id: 'ada', name: 'Ada' }
  return { said, screen: await render(<ConfirmEmail api={api} customer={customer} />) }
}

test.each([
  ['Yes, it is mine', true],
  ['No, remove it', false],
])('a verified customer says of the address of their registration: %s', async (name, isMine) => {
  const { said, screen } = await open('ada@example.com')
  await expect.element(screen.getByText('ada@example.com')).toBeVisible()
  await screen.getByRole('button', { name }).click()
  await expect.element(screen.getByRole('group')).not.toBeInTheDocument()
  expect(said).toEqual([{ customerId: 'ada', email: 'ada@example.com', isMine }])
})

test('nobody is asked where no address waits', async () => {
  const { screen } = await open(null)
  expect(screen.container.textContent).toBe('')
})
