import { describe, expect, test } from 'vitest'
import { apiTokenSchema, apiTokenToBody, emptyApiTokenForm, toggleShopId } from './api-token-form.ts'

const offered = { privileges: ['view_report', 'view_app_setting'] as const, shopIds: ['a', 'b'], dayToEnd: (day: string) => `${day}T23:00:00.000Z` }
const form = { ...emptyApiTokenForm, name: ' Till ', currentPassword: 'secret', view_report: true, view_app_setting: true, delete_order: true }

describe('the form of an API token', () => {
  test('asks for what was chosen, and for nothing that was not offered', () => {
    expect(apiTokenToBody(form, offered)).toEqual({
      name: 'Till',
      currentPassword: 'secret',
      privileges: ['view_report', 'view_app_setting'],
      readOnly: false,
      shopIds: null,
      expiresAt: null,
    })
  })

  test('leaves out for chosen shops what reaches beyond them, and shops that are gone', () => {
    const narrow = { ...form, access: 'read', reach: 'chosen', shopIds: 'b gone', expiresAt: '2026-03-03' } as const
    expect(apiTokenToBody(narrow, offered)).toMatchObject({
      privileges: ['view_report'],
      readOnly: true,
      shopIds: ['b'],
      expiresAt: '2026-03-03T23:00:00.000Z',
    })
  })

  test('wants a shop where shops are to be chosen', () => {
    expect(apiTokenSchema.safeParse(form).success).toBe(true)
    expect(apiTokenSchema.safeParse({ ...form, reach: 'chosen' }).error?.issues).toMatchObject([
      { path: ['shopIds'], message: 'Please choose at least one shop.' },
    ])
  })

  test('takes shops in and out', () => {
    expect(toggleShopId(toggleShopId('a', 'b', true), 'a', false)).toBe('b')
    expect(toggleShopId('a b', 'a', true)).toBe('b a')
  })
})
