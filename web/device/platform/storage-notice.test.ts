import { expect, it } from 'vitest'
import { keepStorageNoticeOffConsole } from './storage-notice.ts'

it("keeps the storage's advertisement off the console, once, and passes on everything else", () => {
  const said: unknown[][] = []
  const target = { warn: (...parts: unknown[]) => void said.push(parts) }
  const { warn } = target
  keepStorageNoticeOffConsole(target)
  target.warn('a warning', 1)
  target.warn('-------------- RxDB Open Core RxStorage -------\nYou are using …')
  expect(target.warn).toBe(warn)
  target.warn('another')
  expect(said).toEqual([['a warning', 1], ['another']])
})
