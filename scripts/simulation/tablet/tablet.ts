import { registerHooks } from 'node:module'
import type * as DiskModule from './local-disk.ts'
import type { Command, Reply } from '../protocol.ts'
import { enterRealms, Realm } from './realm.ts'
import type * as PageModule from './tablet-page.ts'

/**
 * Every tablet has its own copy of the modules that keep something: the device, RxDB, Dexie, the IndexedDB below them.
 * What keeps nothing (the schema, zod) is shared. The files are the same; only their addresses differ.
 */
const ownOfEach = /\/(?:web|scripts\/simulation\/tablet\/(?:tablet-page|step-writer|local-disk)\.ts|node_modules\/(?:rxdb|dexie|fake-indexeddb))\b/
const copyOf = /\?copy=\d+$/

let isPrepared = false
function prepareCopies(): void {
  if (isPrepared) return
  isPrepared = true
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const [copy] = copyOf.exec(context.parentURL ?? '') ?? copyOf.exec(specifier) ?? []
      if (copy === undefined) return nextResolve(specifier, context)
      // Dexie's usual entry makes one instance of all copies.
      const resolved = nextResolve(specifier === 'dexie' ? 'dexie/dist/dexie.mjs' : specifier, context)
      return ownOfEach.test(resolved.url) && resolved.format !== 'commonjs' && !copyOf.test(resolved.url) ? { ...resolved, url: resolved.url + copy } : resolved
    },
  })
}

async function importCopy<Module>(file: string, copy: number): Promise<Module> {
  prepareCopies()
  return (await import(`${file}?copy=${copy}`)) as Module
}

enterRealms()
const problems: string[] = []
let copies = 0

/** One tablet: a realm, a disk, and its own copy of the app. It does something only when asked, and rests before it answers. */
export class TabletHost {
  readonly #realm: Realm
  readonly #disk: DiskModule.LocalDisk
  readonly #page: ReturnType<typeof PageModule.createTabletPage>

  private constructor(realm: Realm, disk: DiskModule.LocalDisk, page: ReturnType<typeof PageModule.createTabletPage>) {
    this.#realm = realm
    this.#disk = disk
    this.#page = page
  }

  static async create(): Promise<TabletHost> {
    const copy = ++copies
    const { LocalDisk } = await importCopy<typeof DiskModule>('./local-disk.ts', copy)
    const disk = new LocalDisk()
    const realm = new Realm({ ...disk.globals, navigator: undefined })
    const page = await realm.run(async () => {
      const { createTabletPage } = await importCopy<typeof PageModule>('./tablet-page.ts', copy)
      return createTabletPage({ disk, comeToRest: realm.comeToRest, now: () => realm.nowMs, random: realm.random })
    })
    return new TabletHost(realm, disk, page)
  }

  /** `nowMs`: the tablet's own clock; `trueMs`: virtual time. */
  async send(command: Command, nowMs: number, trueMs: number): Promise<Reply> {
    this.#realm.nowMs = nowMs
    const reply = await this.#realm.run(() => this.#run(command, trueMs))
    const [problem] = problems.splice(0)
    return problem === undefined || this.#disk.isCut ? reply : { ...reply, problem }
  }

  async #run(command: Command, trueMs: number): Promise<Reply> {
    try {
      if (command.kind === 'replace') {
        this.#realm.reset(command.seed)
        this.#disk.replace()
      }
      return await this.#page.run(command, trueMs)
    } catch (error) {
      return { wishes: [], problem: toText(error) }
    }
  }
}

process.on('unhandledRejection', (reason) => void problems.push(`unhandled rejection: ${toText(reason)}`))

const toText = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))
