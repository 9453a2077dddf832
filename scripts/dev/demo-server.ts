import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readConfig, StartError } from '#server/config.ts'
import { startServer } from '#server/main.ts'
import { openServices } from '#scripts/tools/open-services.ts'
import { seedDemo, type DemoSignIn } from '../demo/seed-demo.ts'
import { describeDemo } from '../demo/describe-demo.ts'

/**
 * The server of `npm run dev`: the demo shops in DATA_DIR, made by the first start that gets so far and kept by those after. Tells its
 * parent what to print once it listens, and ends with it. PAGE_URL is where people open the app.
 */
const dataDir = process.env['DATA_DIR'] ?? ''
const noteFile = path.join(dataDir, 'seeded.json')

async function main(): Promise<void> {
  const signIns = await readOrMakeShops()
  const server = await startServer(readConfig(process.env))
  const stop = (): void => void server.close().then(() => process.exit(0))
  process.once('SIGTERM', stop)
  process.once('disconnect', stop)
  process.send?.({ lines: describeDemo(process.env['PAGE_URL'] ?? server.url, signIns, dataDir) })
}

async function readOrMakeShops(): Promise<DemoSignIn[]> {
  if (existsSync(noteFile)) return JSON.parse(readFileSync(noteFile, 'utf8')) as DemoSignIn[]
  // Without the note, what lies here is of a start that failed half way.
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true })
  const { services, close } = await openServices(dataDir)
  const signIns = await seedDemo(services, new Date())
  await close()
  writeFileSync(noteFile, JSON.stringify(signIns))
  return signIns
}

// Ctrl+C reaches every process of a terminal; the parent decides.
process.on('SIGINT', () => {})
main().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
})
