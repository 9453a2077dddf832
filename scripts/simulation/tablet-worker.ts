import { parentPort, workerData } from 'node:worker_threads'
import { enterRealm, readRealmTime, realmRandom, resetRealm, setRealmTime, settle } from './realm.ts'
import { LocalDisk } from './local-disk.ts'
import { applyPatches } from './patches.ts'
import type { Command, Reply } from './protocol.ts'

enterRealm()
applyPatches((workerData as { mutant?: string }).mutant)
const disk = new LocalDisk()
// Behind the lines above: the product's libraries keep what they find.
const { createTabletPage } = await import('./tablet-page.ts')

const page = createTabletPage({ disk, settle, now: readRealmTime, random: realmRandom })
const problems: string[] = []
process.on('unhandledRejection', (reason) => {
  if (!disk.isCut) problems.push(`unhandled rejection: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`)
})

const port = parentPort
if (port === null) throw new Error('This runs in a thread of the simulation')

port.on('message', ({ command, nowMs, trueMs }: { command: Command; nowMs: number; trueMs: number }) => {
  setRealmTime(nowMs)
  void run(command, trueMs).then((reply) => port.postMessage(reply))
})

async function run(command: Command, trueMs: number): Promise<Reply> {
  try {
    if (command.kind === 'replace') {
      resetRealm(command.seed)
      disk.replace()
    }
    const reply = await page.run(command, trueMs)
    const [problem] = problems.splice(0)
    return problem === undefined ? reply : { ...reply, problem }
  } catch (error) {
    return { wishes: [], isOpen: false, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
