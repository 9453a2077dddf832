import { expect, it } from 'vitest'
import { Announcement } from './announcement.ts'

it('an announcement is heard by all who wait for it, and by nobody who comes later', async () => {
  const announcement = new Announcement()
  const { signal } = new AbortController()
  const heard: string[] = []
  const listen = (name: string): Promise<void> => announcement.next(signal).then(() => void heard.push(name))
  const waiting = [listen('first'), listen('second')]
  announcement.make()
  await Promise.all(waiting)
  void listen('late')
  await Promise.resolve()
  expect(heard).toEqual(['first', 'second'])
})

it('nobody waits for an announcement after the end, even who comes behind it', async () => {
  const announcement = new Announcement()
  const ending = new AbortController()
  const early = announcement.next(ending.signal)
  ending.abort()
  await Promise.all([early, announcement.next(ending.signal)])
  expect(ending.signal.aborted).toBe(true)
})
