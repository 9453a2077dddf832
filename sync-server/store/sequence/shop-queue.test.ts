import { describe, expect, it } from 'vitest'
import { ShopQueue } from '../write-batch.ts'

/** A run that the queue starts and the test ends. */
function createRun(log: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const run = (): Promise<string> => {
    log.push(name)
    return promise
  }
  return { run, end: () => resolve(name), fail: () => reject(new Error(name)) }
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('the queue of a process for a shop', () => {
  it('lets two at once write into a shop, in the order in which they came, and other shops beside them', async () => {
    const [queue, log] = [new ShopQueue(), [] as string[]]
    const runs = ['first', 'second', 'third', 'fourth'].map((name) => createRun(log, name))
    const elsewhere = createRun(log, 'elsewhere')
    const ends = [...runs.map(({ run }) => queue.run(['a'], run)), queue.run(['b'], elsewhere.run)]
    await settle()
    expect(log).toEqual(['first', 'second', 'elsewhere'])
    runs[0]?.end()
    await settle()
    expect(log).toEqual(['first', 'second', 'elsewhere', 'third'])
    runs[1]?.end()
    await settle()
    expect(log).toEqual(['first', 'second', 'elsewhere', 'third', 'fourth'])
    for (const { end } of [...runs, elsewhere]) end()
    expect(await Promise.all(ends)).toEqual(['first', 'second', 'third', 'fourth', 'elsewhere'])
  })

  it('goes on behind one that failed, whose error only its own caller gets', async () => {
    const [queue, log] = [new ShopQueue(), [] as string[]]
    const [failing, second, third] = [createRun(log, 'failing'), createRun(log, 'second'), createRun(log, 'third')]
    const ends = [failing, second, third].map(({ run }) => queue.run(['a'], run))
    failing.fail()
    second.end()
    third.end()
    expect((await Promise.allSettled(ends)).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  })

  it('lets who writes into several shops wait for all of them, and never two wait for each other', async () => {
    const [queue, log] = [new ShopQueue(), [] as string[]]
    const runs = ['one', 'two', 'three', 'four'].map((name) => createRun(log, name))
    const shops = [['a'], ['b', 'a'], ['a', 'b'], ['b']]
    const ends = runs.map(({ run }, place) => queue.run(shops[place] ?? [], run))
    await settle()
    expect(log).toEqual(['one', 'two'])
    runs[0]?.end()
    await settle()
    expect(log).toEqual(['one', 'two', 'three'])
    runs[1]?.end()
    await settle()
    expect(log).toEqual(['one', 'two', 'three', 'four'])
    for (const { end } of runs) end()
    await Promise.all(ends)
  })

  it('keeps nothing of a shop in which nobody writes any more', async () => {
    const queue = new ShopQueue()
    await queue.run(['a', 'b'], async () => undefined)
    await expect(queue.run(['a'], () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(queue.size).toBe(0)
  })
})
