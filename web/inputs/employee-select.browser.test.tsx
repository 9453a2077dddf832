import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { renderOnDevice } from '#web/testing/render-on-device.tsx'
import { expectTexts } from '#web/testing/screen.ts'
import { makeShop } from '#web/testing/shop-server.ts'
import { EmployeeSelect } from './employee-select.tsx'
import { ShopFormatProvider } from './shop-format.tsx'
import { useMyEmployeeIds } from './use-my-employee-ids.ts'

test('the employee who is the signed-in user is offered first, and is named as theirs in the shown shop only (TEAM-01)', async () => {
  const shop = makeShop({ employees: ['Ana Ruiz'] })
  const other = makeShop({ on: shop, employees: [] })
  const me = shop.server.put('employees', shop.id, { entityId: v7(), name: 'Kay at the bench', userId: shop.person.userId })
  shop.server.put('employees', shop.id, { entityId: v7(), name: 'Tom', userId: v7() })
  shop.server.put('employees', other.id, { entityId: v7(), name: 'Kay elsewhere', userId: shop.person.userId })
  const { screen } = await renderOnDevice(
    <ShopFormatProvider shop={shop.server.shops.get(shop.id)}>
      <EmployeeSelect shopId={shop.id} assignedId={me} value={me} onChange={() => undefined} aria-label="Assigned to" />
      <Mine />
    </ShopFormatProvider>,
    { shop, collections: ['employees'] },
  )
  const select = screen.getByRole('combobox', { name: 'Assigned to' })
  await expectTexts(select.getByRole('option'), ['Unassigned', 'Me', 'Ana Ruiz', 'Kay at the bench', 'Tom'])
  await expect.element(select.getByRole('option', { selected: true })).toHaveTextContent('Me')
  await expect.element(screen.getByRole('status')).toHaveTextContent(me)
})

const Mine = () => <output>{useMyEmployeeIds().join(' ')}</output>
