import { flushCompileCache } from 'node:module'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { readConfig } from '#server/config.ts'
import { startServer } from '#server/main.ts'
import { applySeed } from '../process-tests/seed.ts'

/**
 * A server process for tests, which can be killed and restarted on its folder. Prints its address as a JSON line; each
 * stdin line is a seed (process-tests/seed.ts), answered by a line of ids.
 */
// In a bundle the default path of the web app is wrong.
const server = await startServer({ ...readConfig(process.env), webDir: path.resolve('dist', 'web') })
const say = (answer: object): void => {
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}

const stop = (): void => {
  void server.close().then(() => process.exit(0))
}
process.on('SIGTERM', stop)

say({ url: server.url })
// Flushed early: most of these processes are killed and would not write the cache.
flushCompileCache()
for await (const line of createInterface({ input: process.stdin })) {
  try {
    say(await applySeed(server.services, JSON.parse(line)))
  } catch (error) {
    say({ problem: error instanceof Error ? error.message : String(error) })
  }
}
// Stdin ends when the parent has exited.
stop()
