import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfig, StartError } from '#server/config.ts'
import { startServer } from '#server/main.ts'
import { say } from './tools/command-line.ts'
import { openServices } from './tools/open-services.ts'
import { describeDemo } from './demo/describe-demo.ts'
import { makeDemoLink, seedDemo } from './demo/seed-demo.ts'

/** `npm run demo`: two demo shops on a temporary database, removed at exit. */
async function main(): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'mainspring-demo-'))
  process.on('exit', () => {
    rmSync(dataDir, { recursive: true, force: true })
  })
  let stop = async (): Promise<void> => {}
  // Registered before seeding, so that an interrupted seed is cleaned up too.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop().finally(() => process.exit(0)))
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env, DATA_DIR: dataDir })
  say('Making two demo shops with some 400 orders and 60 products each …')
  const { services, close } = await openServices(dataDir)
  const signIns = await seedDemo(services, new Date())
  const linkPath = await makeDemoLink(services)
  await close()
  const server = await startServer(config)
  stop = () => server.close()
  announce(server.url, describeDemo(server.url, signIns, dataDir, linkPath))
}

function announce(url: string, lines: readonly string[]): void {
  say(`\nMainspring is running at ${url}\n`)
  for (const line of lines) say(line)
  say('\nThe data is temporary: it is deleted when you stop the demo with Ctrl+C.')
}

try {
  await main()
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
