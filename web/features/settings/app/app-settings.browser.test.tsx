import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { Administration } from '#web/testing/administration-rest.ts'
import { findFaults } from '#web/testing/find-page-faults.ts'
import { renderShop } from '#web/testing/render-shop.tsx'
import { choice, dialogOf, expectCount, expectTexts, field, press, toast, type Within } from '#web/testing/screen.ts'
import { makePerson, makeShop, type TestShop } from '#web/testing/shop-server.ts'

const part = (name: string): Locator => page.getByRole('region', { name, exact: true })
const click = (within: Within, name: string): Promise<void> => within.getByRole('button', { name, exact: true }).click()
const item = (list: Locator, text: string): Locator => list.getByRole('listitem').filter({ hasText: text })

test('an administrator sees why somebody who holds more cannot be changed', async () => {
  const shop = makeShop({ privileges: ['view_app_setting'] })
  const owner = makePerson({ shops: [shop], privileges: ['view_app_setting', 'view_report', 'delete_order'] })
  await renderShop({ shop, at: '/app-settings', rest: new Administration(shop.server).restOf(shop.person) })
  const people = part('User Management')
  await choice(people, 'Select User').selectOptions(owner.userId)
  await expect.element(people.getByText(/^This user holds delete_order, view_report, which you do not hold yourself\./)).toBeVisible()
  await expectCount(people.getByRole('list', { name: 'Privileges of this user' }).getByRole('listitem'), 3)
  await expect.element(people.getByRole('form', { name: 'Reset Password' })).not.toBeInTheDocument()
  await expect.element(people.getByRole('button', { name: /^Remove/ })).not.toBeInTheDocument()
  expect(await findFaults()).toEqual([])
})

test('somebody without the privilege manages the employees of their own entities', async () => {
  const shop = makeShop({ name: 'Anchor Lab', code: 'anchor', employees: [] })
  const administration = new Administration(shop.server)
  const entityId = administration.addEntity('Own Group', 'Mia')
  administration.link(entityId, shop.id)
  administration.addMember(entityId, shop.person.userId)
  await renderShop({ shop, at: '/app-settings', rest: administration.restOf(shop.person) })
  await expectTexts(page.getByRole('heading', { level: 2 }), ['My Assigned Entities'])
  await page.getByRole('button', { name: /^Own Group/ }).click()
  await expectTexts(page.getByRole('list', { name: 'Shops of this entity' }).getByRole('listitem'), [/Anchor Lab/])
  await field(page, 'Employee Name').fill('Ana Ruiz')
  await choice(page, 'Shop').selectOptions(shop.id)
  await field(page, 'Email').fill('ana@')
  await click(page, 'Add Employee')
  await expect.element(page.getByText('Invalid email format')).toBeVisible()
  await field(page, 'Email').fill('ana@example.org')
  await click(page, 'Add Employee')
  const list = page.getByRole('list', { name: 'Employees' })
  await expect.element(item(list, 'Ana Ruiz')).toMatchTextContent('ana@example.org')
  await click(list, 'Edit Ana Ruiz')
  const edit = page.getByRole('form', { name: 'Edit Employee' })
  await field(edit, 'Employee Name').fill('')
  await click(edit, 'Update Employee')
  await expect.element(edit.getByText('Please provide employee name and select a shop.')).toBeVisible()
  await field(edit, 'Employee Name').fill('Ana Maria Ruiz')
  await field(edit, 'Primary Phone').fill('5551234567')
  expect(await findFaults()).toEqual([])
  await click(edit, 'Update Employee')
  await expect.element(item(list, 'Ana Maria Ruiz')).toMatchTextContent('+1 555-123-4567')

  administration.busyEmployees.add(administration.employees[0]?.id ?? '')
  await click(list, 'Delete')
  await click(list, 'Yes')
  await expect.element(toast()).toMatchTextContent('Cannot delete employee')

  administration.memberships = []
  administration.announce(shop.person)
  await expect.element(page.getByText('No entities assigned to you.')).toBeVisible()
  await expect.element(list).not.toBeInTheDocument()
})

async function expectFailure(act: () => Promise<unknown>, title: string, description?: string): Promise<void> {
  await act()
  await expect.element(toast()).toMatchTextContent(title)
  if (description !== undefined) await expect.element(toast()).toMatchTextContent(description)
}

/** An entity with a shop, an employee and the user; every write fails without an answer. */
async function openUnreachable(at: string): Promise<{ shop: TestShop; entityId: string; linkedId: string; freeId: string; otherId: string }> {
  const shop = makeShop({ privileges: ['view_app_setting', 'view_entity_setting', 'view_report'], checklist: ['Charger'] })
  const otherId = makePerson({ shops: [shop] }).userId
  const administration = new Administration(shop.server)
  const entityId = administration.addEntity('Z Group', 'Mia')
  const [linkedId, freeId] = [administration.addShop('Z Lab', 'z-lab'), administration.addShop('Free Lab', 'free-lab')]
  administration.link(entityId, linkedId)
  administration.addMember(entityId, shop.person.userId)
  administration.addEmployee(entityId, linkedId, { name: 'Ana Ruiz' })
  administration.isUnreachable = true
  await renderShop({ shop, at, rest: administration.restOf(shop.person) })
  return { shop, entityId, linkedId, freeId, otherId }
}

test('what fails without an answer of the server is told in the documented words in App Settings', async () => {
  const { shop, entityId, linkedId, freeId, otherId } = await openUnreachable('/app-settings')
  const create = part('Create New Entity')
  await field(create, 'Entity Name').fill('A')
  await field(create, 'Contact Name').fill('B')
  await expectFailure(() => click(create, 'Create Entity'), 'Failed to create entity')
  const edit = part('Edit Existing Entity')
  await choice(edit, 'Select Entity').selectOptions(entityId)
  await expectFailure(() => click(edit, 'Update Entity'), 'Failed to update entity')
  const management = part('Entity Management')
  await choice(management, 'Select Entity').selectOptions(entityId)
  await choice(management, 'Assign User').selectOptions(otherId)
  await expectFailure(() => click(management, 'Assign User'), 'Failed to assign user')
  await expectFailure(() => click(management, `Remove ${shop.person.name}`), 'Failed to remove user')
  await choice(management, 'Assign Shop').selectOptions(freeId)
  await expectFailure(() => click(management, 'Assign Shop'), 'Failed to assign shop')
  await expectFailure(() => click(management, 'Unlink Z Lab'), 'Failed to remove shop')
  const employees = part('My Assigned Entities')
  await employees.getByRole('button', { name: /^Z Group/ }).click()
  await field(employees, 'Employee Name').fill('Tom')
  await choice(employees, 'Shop').selectOptions(linkedId)
  await expectFailure(() => click(employees, 'Add Employee'), 'Failed to create employee')
  await click(employees, 'Edit Ana Ruiz')
  await expectFailure(() => click(employees, 'Update Employee'), 'Failed to update employee')
  await click(employees.getByRole('form', { name: 'Edit Employee' }), 'Cancel')
  await click(employees, 'Delete')
  await expectFailure(() => click(employees, 'Yes'), 'Failed to delete employee')
  const people = part('User Management')
  await choice(people, 'Select User').selectOptions(shop.person.userId)
  await choice(people, 'Assign to Shop').selectOptions(freeId)
  await expectFailure(() => click(people, 'Assign to Shop'), 'Error', 'Failed to assign user to shop')
  await expectFailure(() => click(people.getByRole('list', { name: 'Entities of this user' }), 'Remove Z Group'), 'Error', 'Failed to remove user from entity')
  await people.getByRole('form', { name: 'Reset Password' }).css('input[autocomplete="new-password"]').fill('123456')
  await expectFailure(() => click(people, 'Reset Password'), 'Error', 'Failed to reset password')
  await choice(people, 'Select User').selectOptions(otherId)
  await choice(people, 'Assign Privilege').selectOptions('view_report')
  await expectFailure(() => click(people, 'Assign Privilege'), 'Error', 'Failed to assign privilege')
  await click(part('Entity-Shop Mappings Overview'), 'Edit shop Z Lab')
  await expectFailure(() => click(page.getByRole('dialog'), 'Update Shop'), 'Error', 'Failed to update shop')
})

test('what fails without an answer of the server is told in the documented words in Entity Settings', async () => {
  await openUnreachable('/entity-settings')
  await field(page, 'Shop Name').fill('A')
  await field(page, 'Shop Code').fill('a')
  await expectFailure(() => click(page, 'Create Shop'), 'Failed to create shop')
})

test('what fails without an answer of the server is told in the documented words in Shop Settings', async () => {
  await openUnreachable('/shop-settings')
  await click(page, 'Shop Config')
  const config = dialogOf('Order Config')
  await expectFailure(() => click(config, 'Save Changes'), 'Save failed', 'Failed to save configuration. Please try again.')
  await field(config, 'New item').fill('Case')
  await expectFailure(() => click(config, 'Add'), 'Failed to add item')
  await click(config, 'Edit Charger')
  await field(config, 'Item name').fill('Cable')
  await expectFailure(() => press('Enter'), 'Failed to update item')
  await press('Escape')
  await click(config, 'Delete Charger')
  await expectFailure(() => click(config, 'Yes'), 'Failed to delete item')
})

test('what fails without an answer of the server is told in the documented words in the profile', async () => {
  await openUnreachable('/profile')
  await expectFailure(() => click(page, 'Update Profile'), 'Failed to update profile')
  for (const input of part('Change Password').last().css('input:not([type=checkbox])').elements()) await userEvent.fill(input, '123456')
  await expectFailure(() => click(page, 'Change Password'), 'Failed to change password')
})
