import { flushCompileCache } from 'node:module'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { readConfig } from '#server/config.ts'
import { startServer } from '#server/main.ts'
import { applySeed } from '../process-tests/seed.ts'

/**
 * A server process for tests: a real one on its own folder and port, which can be killed and started again on the same
 * folder. Prints its address as one JSON line; each line on stdin is a seed (see process-tests/seed.ts), answered by a line of ids.
 */
// In a bundle, the server does not lie beside the built web app.
const server = await startServer({ ...readConfig(process.env), webDir: path.resolve('dist', 'web') })
const say = (answer: object): void => {
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}

const stop = (): void => {
  void server.close().then(() => process.exit(0))
}
process.on('SIGTERM', stop)

say({ url: server.url })
// Most of these are killed, and would leave nothing for the next one.
flushCompileCache()
for await (const line of createInterface({ input: process.stdin })) {
  try {
    say(await applySeed(server.services, JSON.parse(line)))
  } catch (error) {
    say({ problem: error instanceof Error ? error.message : String(error) })
  }
}
// The end of stdin means that the parent process is gone.
stop()
