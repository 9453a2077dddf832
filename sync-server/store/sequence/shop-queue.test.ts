import { describe, expect, it } from 'vitest'
import { ShopQueue } from './shop-queue.ts'

/** A run that is begun by the queue and ended by the test. */
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
  it('lets one write after the other, in the order in which they came, and other shops beside them', async () => {
    const [queue, log] = [new ShopQueue(), [] as string[]]
    const [first, second, elsewhere] = ['first', 'second', 'elsewhere'].map((name) => createRun(log, name))
    if (!first || !second || !elsewhere) throw new Error('Three runs are needed')
    const ends = [queue.run(['a'], first.run), queue.run(['a'], second.run), queue.run(['b'], elsewhere.run)]
    await settle()
    expect(log).toEqual(['first', 'elsewhere'])
    first.end()
    await settle()
    expect(log).toEqual(['first', 'elsewhere', 'second'])
    second.end()
    elsewhere.end()
    expect(await Promise.all(ends)).toEqual(['first', 'second', 'elsewhere'])
  })

  it('goes on behind one that failed, whose error only its own caller gets', async () => {
    const [queue, log] = [new ShopQueue(), [] as string[]]
    const [failing, next] = [createRun(log, 'failing'), createRun(log, 'next')]
    const ends = [queue.run(['a'], failing.run), queue.run(['a'], next.run)]
    failing.fail()
    next.end()
    expect((await Promise.allSettled(ends)).map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  })

  it('lets who writes into several shops wait for all of them, and never two wait for each other', async () => {
    const [queue, log] = [new ShopQueue(), [] as string[]]
    const [both, reversed, single] = [createRun(log, 'both'), createRun(log, 'reversed'), createRun(log, 'single')]
    const ends = [queue.run(['a', 'b'], both.run), queue.run(['b', 'a'], reversed.run), queue.run(['b'], single.run)]
    await settle()
    expect(log).toEqual(['both'])
    both.end()
    await settle()
    expect(log).toEqual(['both', 'reversed'])
    reversed.end()
    await settle()
    expect(log).toEqual(['both', 'reversed', 'single'])
    single.end()
    await Promise.all(ends)
  })
})
