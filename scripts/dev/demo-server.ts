import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readConfig, StartError } from '#server/config.ts'
import { startServer } from '#server/main.ts'
import { openServices } from '#scripts/tools/open-services.ts'
import { seedDemo, type DemoSignIn } from '../demo/seed-demo.ts'
import { describeDemo } from '../demo/describe-demo.ts'

/**
 * Server of `npm run dev`: seeds DATA_DIR on the first successful start and keeps it. Sends its parent the lines to
 * print once it listens, and ends with it. PAGE_URL: address of the app.
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
  // Without the note, the folder is from an unfinished seed.
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true })
  const { services, close } = await openServices(dataDir)
  const signIns = await seedDemo(services, new Date())
  await close()
  writeFileSync(noteFile, JSON.stringify(signIns))
  return signIns
}

// Ctrl+C reaches the whole process group; the parent ends the server.
process.on('SIGINT', () => {})
main().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
})
