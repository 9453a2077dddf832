import { expect, it } from 'vitest'
import { AppError } from '#schema/errors.ts'
import { createConnectionTracker } from './connection.ts'
import { OfflineError } from '../platform/server-port.ts'

it('a server whose disk is full counts as offline, and is told from a network that is gone', () => {
  const connection = createConnectionTracker(() => new Date('2026-03-02T09:00:00.000Z'))
  connection.succeed()
  connection.fail(new OfflineError(undefined, { cause: new AppError('STORAGE_FULL') }))
  expect(connection.store.get()).toMatchObject({ phase: 'offline', isServerFull: true })
  connection.fail(new OfflineError())
  expect(connection.store.get()).toMatchObject({ phase: 'offline', isServerFull: false })
  connection.fail(new OfflineError(undefined, { cause: new AppError('STORAGE_FULL') }))
  connection.succeed()
  expect(connection.store.get()).toMatchObject({ phase: 'online', isServerFull: false })
})
