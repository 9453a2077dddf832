import { expect, it } from 'vitest'
import { AppError } from '#schema/errors.ts'
import { createContactKeeper } from './connection.ts'
import { OfflineError } from '../platform/server-port.ts'

it('a server whose disk is full counts as no contact, and is told from a network that is gone', () => {
  const contact = createContactKeeper(() => new Date('2026-03-02T09:00:00.000Z'))
  contact.succeed()
  contact.fail(new OfflineError(undefined, { cause: new AppError('STORAGE_FULL') }))
  expect(contact.store.get()).toMatchObject({ phase: 'offline', isServerFull: true })
  contact.fail(new OfflineError())
  expect(contact.store.get()).toMatchObject({ phase: 'offline', isServerFull: false })
  contact.fail(new OfflineError(undefined, { cause: new AppError('STORAGE_FULL') }))
  contact.succeed()
  expect(contact.store.get()).toMatchObject({ phase: 'online', isServerFull: false })
})
