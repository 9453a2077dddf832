import { describe, expect, it } from 'vitest'
import { canSendEntity, entityForm, entityFormToBody, entityToForm } from './app/entity-form.ts'
import { addEmployeeForm, editEmployeeForm, employeeFormToBody, employeeToForm } from './employees/form.ts'
import type { SessionUser } from '#schema/api/sync.ts'
import { createShopForm, createShopToBody, editShopForm, editShopToBody, typedToColor } from './shops/shop-form.ts'
import {
  createUserForm,
  createUserToBody,
  editUserForm,
  passwordChangeSchema,
  passwordResetSchema,
  profileFormToBody,
  userFormToBody,
  userToForm,
  userToProfileForm,
} from './users/form.ts'

type Checked = { success: boolean; error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }

const problems = (result: Checked): Record<string, string> =>
  Object.fromEntries((result.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]).reverse())

describe('an entity', () => {
  const entity = { ...entityForm.empty, entityName: ' Fixit ', contactName: 'Mia' }

  it('needs its name and that of a contact (VAL-50, APP-39)', () => {
    expect(problems(entityForm.schema.safeParse({ ...entity, contactName: '  ' }))).toEqual({
      contactName: 'Please provide both entity name and contact name.',
    })
    expect(problems(entityForm.schema.safeParse({ ...entity, entityName: '' }))).toEqual({ entityName: 'Please provide both entity name and contact name.' })
    expect(canSendEntity({ entityName: ' ', contactName: 'Mia' })).toBe(false)
    expect(canSendEntity(entity)).toBe(true)
  })

  it('needs a country code for each number (VAL-58, VAL-59)', () => {
    const form = { ...entity, countryCode: '', phone: '5551234', alternateCountryCode: '+', alternatePhone: '5551234' }
    expect(problems(entityForm.schema.safeParse(form))).toEqual({
      countryCode: 'Please provide a country code when entering a phone number.',
      alternateCountryCode: 'Please provide a country code when entering an alternate phone number.',
    })
    expect(problems(entityForm.schema.safeParse({ ...entity, countryCode: '+0', phone: '123' }))).toEqual({
      countryCode: 'Country code must start with + and contain 1-4 digits (e.g., +1, +44)',
      phone: 'Phone must contain only digits, 6-15 characters',
    })
  })

  it('is sent without what is empty (APP-40)', () => {
    expect(entityFormToBody(entity)).toEqual({ entity_name: 'Fixit', contact_name: 'Mia' })
    expect(entityFormToBody({ ...entity, phone: '5551234567', entityAddress: ' Main St 1 ' })).toEqual({
      entity_name: 'Fixit',
      contact_name: 'Mia',
      country_code: '+1',
      phone: '5551234567',
      entity_address: 'Main St 1',
    })
  })

  it('fills the form with its values (APP-05)', () => {
    const stored = {
      id: 'e1',
      entity_name: 'Fixit',
      contact_name: 'Mia',
      country_code: '+44',
      phone: '5551234',
      alternate_country_code: null,
      alternate_phone: null,
      entity_address: null,
    }
    expect(entityToForm(stored)).toEqual({
      entityName: 'Fixit',
      contactName: 'Mia',
      countryCode: '+44',
      phone: '5551234',
      alternateCountryCode: '+1',
      alternatePhone: '',
      entityAddress: '',
    })
  })
})

describe('an employee', () => {
  it('needs a name and a shop (VAL-54, VAL-55)', () => {
    const adding = 'Please select an entity, provide employee name, and select a shop.'
    expect(problems(addEmployeeForm.schema.safeParse(addEmployeeForm.empty))).toEqual({ name: adding, shopId: adding })
    expect(problems(editEmployeeForm.schema.safeParse({ ...addEmployeeForm.empty, name: 'Ana' }))).toEqual({
      shopId: 'Please provide employee name and select a shop.',
    })
    expect(problems(addEmployeeForm.schema.safeParse({ ...addEmployeeForm.empty, name: 'Ana', shopId: 's1', email: 'ana@' }))).toEqual({
      email: 'Invalid email format',
    })
  })

  it('is sent with nothing where a field is empty, and comes back the same', () => {
    const form = { ...addEmployeeForm.empty, name: ' Ana ', shopId: 's1', phone: '555123456' }
    const body = employeeFormToBody(form)
    expect(body).toEqual({ name: 'Ana', shopId: 's1', email: null, countryCode: '+1', phone: '555123456', alternateCountryCode: null, alternatePhone: null })
    const row = {
      id: 'x',
      name: 'Ana',
      email: null,
      country_code: '+1',
      phone: '555123456',
      alternate_country_code: null,
      alternate_phone: null,
      shop_id: 's1',
      shop_code: 'S',
      shop_name: 'Shop',
      entity_id: 'e1',
      user_id: null,
    }
    expect(employeeFormToBody(employeeToForm(row))).toEqual(body)
  })
})

describe('a shop', () => {
  it('needs a name and a code of letters, digits and dashes when it is created (VAL-41..44)', () => {
    expect(problems(createShopForm.schema.safeParse(createShopForm.empty))).toEqual({ name: 'Shop name is required', code: 'Shop code is required' })
    expect(problems(createShopForm.schema.safeParse({ ...createShopForm.empty, name: 'A', code: 'a_b' }))).toEqual({
      code: 'Shop code can only contain letters, numbers, and dashes',
    })
    expect(createShopToBody({ name: ' Lab ', code: 'lab-1', description: '' })).toEqual({ name: 'Lab', code: 'lab-1', description: null })
  })

  it('keeps those rules when it is edited, in other words (VAL-60, AMB-156)', () => {
    const form = { name: 'Lab', code: 'lab-1', description: '', color: '#3B82F6' }
    expect(problems(editShopForm.schema.safeParse({ ...form, name: ' ' }))).toEqual({ name: 'Shop name and code are required.' })
    expect(problems(editShopForm.schema.safeParse({ ...form, code: '' }))).toEqual({ code: 'Shop name and code are required.' })
    expect(problems(editShopForm.schema.safeParse({ ...form, code: 'a b' }))).toEqual({ code: 'Shop code can only contain letters, numbers, and dashes' })
    expect(problems(editShopForm.schema.safeParse({ ...form, color: 'blue' }))).toEqual({ color: 'Color must look like #3b82f6' })
    expect(editShopToBody(form)).toEqual({ name: 'Lab', code: 'lab-1', description: null, color: '#3b82f6' })
  })
})

describe('a user', () => {
  it('needs only a name when created; what else is typed is checked (VAL-67, VAL-68, VAL-70)', () => {
    expect(problems(createUserForm.schema.safeParse(createUserForm.empty))).toEqual({ name: 'Name is required' })
    expect(problems(createUserForm.schema.safeParse({ ...createUserForm.empty, name: 'Mia', password: '12345' }))).toEqual({
      password: 'Password must be at least 6 characters',
    })
    expect(createUserForm.schema.safeParse({ ...createUserForm.empty, name: 'Mia', loginId: 'mia', password: '123456' }).success).toBe(true)
    expect(createUserToBody({ ...createUserForm.empty, name: 'Mia' })).toEqual({
      name: 'Mia',
      email: null,
      countryCode: null,
      phone: null,
      alternateCountryCode: null,
      alternatePhone: null,
    })
    expect(createUserToBody({ ...createUserForm.empty, name: 'Mia', loginId: ' mia ', password: ' 1234 5' })).toMatchObject({
      login_id: 'mia',
      password: ' 1234 5',
    })
  })

  it('needs a login id, and country codes for numbers, when edited (VAL-63..66)', () => {
    const form = { loginId: '', name: '', email: 'x', countryCode: '', phone: '5551234', alternateCountryCode: '', alternatePhone: '5551234' }
    expect(problems(editUserForm.schema.safeParse(form))).toEqual({
      loginId: 'Login ID is required',
      email: 'Invalid email format',
      countryCode: 'Country code is required when phone number is provided',
      alternateCountryCode: 'Country code is required when phone number is provided',
    })
  })

  it('is spelled as each call spells it (API-85, API-93)', () => {
    const user: SessionUser = {
      id: 'u',
      name: 'Mia',
      login_id: 'mia',
      email: null,
      phone: null,
      countryCode: null,
      alternatePhone: null,
      alternateCountryCode: null,
      language: null,
    }
    const common = { name: 'Mia', email: null, phone: null, countryCode: null, alternatePhone: null, alternateCountryCode: null }
    expect(userFormToBody(userToForm(user))).toEqual({ login_id: 'mia', ...common })
    expect(profileFormToBody(userToProfileForm(user))).toEqual({ loginId: 'mia', ...common, language: null })
    expect(profileFormToBody({ ...userToProfileForm(user), language: 'de' })).toMatchObject({ language: 'de' })
  })

  it('has a password of at least 6 characters, typed twice (VAL-61, VAL-62, VAL-69)', () => {
    expect(problems(passwordResetSchema.safeParse({ newPassword: '12345' }))).toEqual({ newPassword: 'Password must be at least 6 characters' })
    expect(problems(passwordChangeSchema.safeParse({ endTokens: false, currentPassword: 'old', newPassword: '123456', confirmPassword: '1234567' }))).toEqual({
      confirmPassword: 'Passwords do not match',
    })
    expect(passwordChangeSchema.safeParse({ endTokens: false, currentPassword: 'old', newPassword: '123456', confirmPassword: '123456' }).success).toBe(true)
  })
})

it('takes a colour as it is pasted, and stores the long spelling', () => {
  expect(['#0F766E', ' #0f766e ', '0f766e', '#0f7', '#', 'teal'].map(typedToColor)).toEqual(['#0F766E', '#0f766e', '#0f766e', '#0f7', '#', 'teal'])
  const form = { name: 'Harbour', code: 'harbour', description: '', color: '#0F7' }
  expect(editShopForm.schema.safeParse(form).success).toBe(true)
  expect(editShopToBody(form).color).toBe('#00ff77')
  expect(editShopToBody({ ...form, color: '#0F766E' }).color).toBe('#0f766e')
  expect(editShopForm.schema.safeParse({ ...form, color: '#0f76' }).success).toBe(false)
})
