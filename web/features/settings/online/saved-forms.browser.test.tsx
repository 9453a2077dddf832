import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { noBackups } from '#schema/api/answers/backup-answers.ts'
import type { EmployeeListItem } from '#schema/api/answers/row-answers.ts'
import { privilegeNames } from '#schema/privileges.ts'
import type { Rest } from '#web/testing/answer-rest.ts'
import { draftsOf } from '#web/testing/stored-drafts.ts'
import { renderShop } from '#web/testing/render-shop.tsx'
import { dialogOf, field } from '#web/testing/screen.ts'
import { makeShop, type TestShop } from '#web/testing/shop-server.ts'

const note = page.getByText(/^This is what you typed on/)

/** A server with one entity, its shop and one employee. */
function answers(shop: TestShop): Rest {
  const entity = { id: 'entity', entity_name: 'Harbour', contact_name: 'Hal', country_code: null, phone: null, entity_address: null }
  const values = { id: shop.id, name: shop.name, code: shop.code, color: null, description: null as string | null, alias: null }
  const named = { shop_id: shop.id, shop_name: shop.name, shop_code: shop.code }
  const link = { id: 'link', entity_id: entity.id, ...named, shop_description: null, shop_color: null, created_at: '2026-03-02T09:00:00.000Z' }
  const reach = { email: null, country_code: null, phone: null, alternate_country_code: null, alternate_phone: null }
  const employee: EmployeeListItem = { id: 'ana', name: 'Ana Ruiz', ...reach, ...named, entity_id: entity.id, user_id: null }
  return {
    'GET /api/*': () => [],
    'GET /api/*/*': () => [],
    'GET /api/*/*/*': () => [],
    'GET /api/shops': () => [values],
    'PUT /api/shops/*': ({ body }) => Object.assign(values, body),
    'GET /api/assigned-shops': () => [shop.id],
    'GET /api/entities': () => [entity],
    'GET /api/my/entities': () => [entity],
    'GET /api/entities/*/shops': () => [link],
    'GET /api/entities/*/employees': () => [employee],
    'PUT /api/*/employees/*': ({ body }) => Object.assign(employee, body),
    'GET /api/entity-shop-mappings': () => [{ ...link, entity_name: entity.entity_name, contact_name: entity.contact_name }],
    'GET /api/security-events': () => [],
    'GET /api/backups': () => noBackups,
  }
}

test('no form of the settings keeps what was just saved', async () => {
  const shop = makeShop({ privileges: privilegeNames })
  await renderShop({ shop, at: '/app-settings', rest: answers(shop) })
  const expectNoDraft = async (): Promise<void> => {
    await expect.poll(() => draftsOf(shop.person.userId)).toEqual([])
    await expect.element(note).not.toBeInTheDocument()
  }

  const dialog = dialogOf('Edit Shop')
  for (const text of ['By the harbour', 'By the station']) {
    await page.getByRole('button', { name: `Edit shop ${shop.name}` }).click()
    await expect.element(note).not.toBeInTheDocument()
    await field(dialog, 'Description').fill(text)
    await dialog.getByRole('button', { name: 'Update Shop' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expectNoDraft()
  }
  const panel = page.getByRole('form', { name: 'Edit Employee' })
  await page.getByRole('list', { name: 'My entities' }).getByRole('button').click()
  for (const name of ['Ana Rose', 'Ana Rubin']) {
    await page.getByRole('button', { name: /^Edit Ana/ }).click()
    await expect.element(note).not.toBeInTheDocument()
    await field(panel, 'Employee Name').fill(name)
    await panel.getByRole('button', { name: 'Update Employee' }).click()
    await expect.element(panel).not.toBeInTheDocument()
    await expectNoDraft()
  }
})
