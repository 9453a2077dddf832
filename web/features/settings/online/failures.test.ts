import { describe, expect, it } from 'vitest'
import { AppError } from '#schema/errors.ts'
import { ApiError } from '#web/api/errors.ts'
import { pathToField } from './field-errors.ts'
import { assignShopFailure, deleteEmployeeFailure } from './failures.ts'

describe('what a failed mutation is called', () => {
  it('a shop that another entity has, before or in a race (ERR-45..47)', () => {
    expect(assignShopFailure(new AppError('SHOP_ALREADY_ASSIGNED'))).toEqual({
      title: 'Shop Already Assigned',
      text: 'This shop is already assigned to another entity. Each shop can only be assigned to one entity.',
    })
    expect(assignShopFailure(new AppError('UNIQUE_CONSTRAINT_VIOLATION'))).toEqual({
      title: 'Assignment Conflict',
      text: 'Shop assignment conflict. A shop can only be assigned to one entity.',
    })
    expect(assignShopFailure(answered(409, '23505'))).toEqual(assignShopFailure(new AppError('UNIQUE_CONSTRAINT_VIOLATION')))
    expect(assignShopFailure(new Error('no network'))).toEqual({ title: 'Failed to assign shop' })
  })

  it('an employee who is still needed, is gone, or cannot be deleted otherwise (ERR-53..55)', () => {
    const stillNeeded = { title: 'Cannot delete employee', text: 'This employee is assigned to orders or tasks. Unassign them first.' }
    expect(deleteEmployeeFailure(new AppError('FOREIGN_KEY_VIOLATION'))).toEqual(stillNeeded)
    expect(deleteEmployeeFailure(answered(409, '23503'))).toEqual(stillNeeded)
    expect(deleteEmployeeFailure(answered(500, 23503))).toEqual(stillNeeded)
    expect(deleteEmployeeFailure(answered(409, 'FOREIGN_KEY_VIOLATION'))).toEqual(stillNeeded)
    expect(deleteEmployeeFailure(new AppError('CONFLICT', 'violates foreign key'))).toEqual(stillNeeded)
    expect(deleteEmployeeFailure(new AppError('CONFLICT', 'a constraint failed'))).toEqual(stillNeeded)
    expect(deleteEmployeeFailure(new AppError('NOT_FOUND', 'Not found.'))).toEqual({ title: 'Employee not found' })
    expect(deleteEmployeeFailure(new AppError('INTERNAL'))).toEqual({ title: 'Failed to delete employee' })
  })
})

/** A refusal as it arrives from the network. */
const answered = (status: number, code: unknown): ApiError =>
  new ApiError({ status, message: 'The statement was refused.', body: { code, message: 'The statement was refused.' } })

it('an issue of the server finds its field, however the call spells it', () => {
  expect(['entity_name', 'login_id', 'alternate_country_code', 'loginId', 'name'].map(pathToField)).toEqual([
    'entityName',
    'loginId',
    'alternateCountryCode',
    'loginId',
    'name',
  ])
})
