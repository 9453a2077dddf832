import { createRandom, type Random } from '#scripts/demo/random.ts'
import { readLocalFiles, readServer } from './content.ts'
import type { Coverage } from './coverage.ts'
import { Fleet, type World } from './fleet.ts'
import { Network } from './network.ts'
import { removeTemplate } from './nodes/file-database.ts'
import { stopCluster } from './nodes/postgres-database.ts'
import { fail, SimulationFailure } from './oracle/failure.ts'
import { checkServer, checkTablet } from './oracle/final.ts'
import { Oracle } from './oracle/oracle.ts'
import { createPlan, type Plan, type PlanEvent, type PlanKind } from './plan.ts'
import { SimulatedServer } from './server.ts'
import { TabletHost } from './tablet/tablet.ts'
import { takeTimers, Timeline } from './timeline.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import type { Intent } from './protocol.ts'

type RunResult = { seed: number; failure: string | undefined; trace: string[]; mutations: number; steps: number; coverage: Coverage }

const startMs = Date.parse('2026-03-02T09:00:00.000Z')
const minuteMs = 60_000
/** Longer than the device's longest pause and its rhythm of pulling together. */
const restMs = 7 * minuteMs
const mostTablets = 3

/** Runs plans one after the other in this process, on tablets that are kept as long as they can be emptied. */
export class Runner {
  readonly #kind: PlanKind
  #tablets: TabletHost[] = []

  constructor(kind: PlanKind) {
    this.#kind = kind
  }

  runSeed(seed: number, withTrace = false): Promise<RunResult> {
    return this.run(createPlan(seed, this.#kind), withTrace)
  }

  async run(plan: Plan, withTrace = false): Promise<RunResult> {
    while (this.#tablets.length < mostTablets) this.#tablets.push(await TabletHost.create())
    const timeline = new Timeline()
    timeline.nowMs = startMs
    const giveTimersBack = takeTimers(timeline)
    const simulation = new Simulation(plan, this.#tablets, timeline, withTrace)
    let failure: string | undefined
    try {
      await simulation.run()
    } catch (error) {
      failure = error instanceof SimulationFailure ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)
    }
    // A page that does not go must not be met by the next run.
    if (!(await simulation.end())) this.#tablets = []
    giveTimersBack()
    return simulation.result(failure)
  }

  async close(): Promise<void> {
    await removeTemplate()
    await stopCluster()
  }
}

/** One plan. Everything that happens is decided by its seed. */
class Simulation implements World {
  readonly seed: number
  readonly endMs: number
  readonly timeline: Timeline
  readonly oracle: Oracle
  readonly #plan: Plan
  readonly #fleet: Fleet
  readonly #random: Random
  readonly #trace: string[] | undefined
  #server: SimulatedServer | undefined
  #network: Network | undefined
  #serverSkewMs = 0
  #serverClockSteps = 0

  constructor(plan: Plan, hosts: readonly TabletHost[], timeline: Timeline, withTrace: boolean) {
    this.#plan = plan
    this.seed = plan.seed
    this.endMs = startMs + plan.durationMs
    this.#fleet = new Fleet(hosts, this)
    this.timeline = timeline
    this.#random = createRandom(plan.seed + 7)
    this.oracle = new Oracle(() => timeline.nowMs, this.#serverNow)
    this.#trace = withTrace ? [] : undefined
  }

  result(failure: string | undefined): RunResult {
    const { steps, coverage } = this.oracle
    return { seed: this.seed, failure, trace: this.#trace ?? [], mutations: steps.size, steps: this.#fleet.steps, coverage }
  }

  say = (line: () => string): void => {
    this.#trace?.push(`${((this.timeline.nowMs - startMs) / 1_000).toFixed(3).padStart(9)} ${line()}`)
  }

  #serverNow = (): number => this.timeline.nowMs + this.#serverSkewMs

  get server(): SimulatedServer {
    if (this.#server === undefined) throw new Error('There is no server yet')
    return this.#server
  }

  get network(): Network {
    if (this.#network === undefined) throw new Error('There is no network yet')
    return this.#network
  }

  async run(): Promise<void> {
    const { engine, faults, tablets, events } = this.#plan
    this.#server = await SimulatedServer.create(engine, { clock: this.#serverNow, listener: this.oracle, random: createRandom(this.seed + 11) })
    this.timeline.settle = this.server.hasSeveralNodes ? this.server.settle : undefined
    const users = await setUpShops(this.server, this.oracle, this.#plan)
    this.#network = new Network({
      timeline: this.timeline,
      random: this.#random,
      server: this.server,
      faults,
      onDeath: () => this.#onDeath(5_000),
      trace: this.say,
      note: (mark) => this.oracle.note(mark),
      onPushAnswered: (ids) => this.oracle.onAnswered(ids),
    })
    for (const [index, { user, skewMs }] of tablets.entries()) await this.#fleet.addTablet(index, users[user] ?? '', skewMs)
    for (const event of events) {
      this.timeline.plan(event.at, () => ('tablet' in event ? this.#onTabletEvent(event) : this.#onServerEvent(event)))
    }
    await this.timeline.runUntil(this.endMs)
    await this.#heal()
    await this.#check()
  }

  /** Closes what is open, whatever state it is in. False when a page would not go. */
  async end(): Promise<boolean> {
    let areClean = true
    for (const tablet of this.#fleet.tablets) await this.#fleet.send(tablet, { kind: 'crash' }).catch(() => void (areClean = false))
    await this.#server?.remove()
    return areClean
  }

  // What the plan brings

  async #onTabletEvent(event: Extract<PlanEvent, { tablet: number }>): Promise<void> {
    const tablet = this.#fleet.tablets[event.tablet]
    if (tablet === undefined) return
    if (event.kind === 'step') return this.#fleet.write(tablet, event)
    if (event.kind === 'look') return this.#fleet.look(tablet)
    if (event.kind === 'offline') return this.#fleet.cutLine(tablet, event)
    if (event.kind === 'crash') return this.#fleet.crash(tablet, event)
    if (event.kind === 'session-end') return this.#fleet.endSession(tablet, event)
    this.say(() => `the clock of tablet ${tablet.index} steps by ${event.byMs} ms`)
    this.oracle.note('tablet: clock stepped')
    tablet.skewMs += event.byMs
    tablet.clockStepsMs.push(this.timeline.nowMs)
  }

  async #onServerEvent(event: Exclude<PlanEvent, { tablet: number }>): Promise<void> {
    const tell = (what: string, mark?: string): void => {
      this.say(() => what)
      if (mark !== undefined) this.oracle.note(mark)
    }
    switch (event.kind) {
      case 'outage':
        tell(`the server answers nothing but errors for ${event.durationMs} ms`)
        this.network.isOut = true
        this.timeline.plan(event.durationMs, () => void (this.network.isOut = false))
        return
      case 'server-clock':
        tell(`the clock of the server steps by ${event.byMs} ms`, 'server: clock stepped')
        this.#serverSkewMs += event.byMs
        this.#serverClockSteps++
        return
      case 'restore':
        return this.#restore(event)
      case 'node-fault':
        tell(`${event.fault}: something breaks at statement ${event.statements} of a push`)
        return this.server.armFault(event.fault, event)
      case 'node-crash':
        if (!(await this.server.killNode(event.node))) return
        tell(`node ${event.node} dies`, 'nodes: a node killed at rest')
        this.timeline.plan(event.downMs, () => this.#startServer())
        return
      case 'server-crash':
        if (!this.server.isUp) return
        tell(`the server crashes${event.isMid ? ' in the middle of a push' : ''}`, event.isMid ? undefined : 'server: killed')
        return event.isMid ? this.server.armFailure(this.#random.between(0, 6)) : this.#killServer(event.downMs)
      case 'backup':
        if (!this.server.isUp) return
        tell('a backup is made', 'server: backup made')
        return this.oracle.backUp(await this.server.backUp())
      case 'connections-end':
        if (!this.server.isUp) return
        tell('all connections to the database end', 'nodes: connections ended at rest')
        return this.server.endConnections()
      case 'database-restart':
        if (!this.server.isUp) return
        tell('the database restarts', 'nodes: the database restarted at rest')
        return this.server.restartDatabase()
    }
  }

  async #killServer(downMs: number): Promise<void> {
    if (!this.server.isUp) return
    await this.server.kill()
    this.network.dropEverything()
    this.timeline.plan(downMs, () => this.#startServer())
  }

  /** Something died over a request: where there are several, one node, whose others go on. */
  async #onDeath(downMs: number): Promise<void> {
    if (!this.server.hasSeveralNodes) return this.#killServer(downMs)
    this.timeline.plan(downMs, () => this.#startServer())
  }

  async #startServer(): Promise<void> {
    if (this.server.areAllUp) return
    this.say(() => 'the server starts again')
    await this.server.start()
  }

  async #restore({ downMs, isOnPurpose }: Extract<PlanEvent, { kind: 'restore' }>): Promise<void> {
    if (!this.oracle.putBack(isOnPurpose)) return
    this.say(() => `the backup is put back${isOnPurpose ? '' : ', and nobody says so'}`)
    this.oracle.note(isOnPurpose ? 'server: backup put back' : 'server: set back')
    this.network.dropEverything()
    await this.server.putBack(isOnPurpose)
    await this.#killServer(downMs)
  }

  // The end

  /** The network is good, the server is up, everybody is signed in; then nothing is done but waiting. */
  async #heal(): Promise<void> {
    this.say(() => 'everything works again')
    this.network.faults = { drop: 0, loseAnswer: 0, duplicate: 0, slow: 0 }
    this.network.isOut = false
    await this.#startServer()
    this.server.disarm()
    for (const tablet of this.#fleet.tablets) {
      tablet.lineUntilMs = 0
      await this.#fleet.mendLine(tablet, true)
      await this.#fleet.signInAgain(tablet)
      await this.#fleet.send(tablet, { kind: 'arm-crash', writes: undefined })
      await this.#fleet.openPage(tablet)
    }
    await this.timeline.runUntil(this.timeline.nowMs + restMs)
  }

  async #check(): Promise<void> {
    this.oracle.checkAllDecided()
    const server = await readServer(this.server.read)
    const localFiles = new Map<string, ReturnType<typeof readLocalFiles>>()
    for (const tablet of this.#fleet.tablets) {
      const { account: name, userId } = tablet
      const { look } = await this.#fleet.send(tablet, { kind: 'look' })
      const { disk } = await this.#fleet.send(tablet, { kind: 'read-disk' })
      if (look === undefined || disk === undefined) return fail(`tablet ${tablet.index} does not answer`)
      checkTablet(this.oracle, server, { name, userId }, disk, look)
      localFiles.set(name, readLocalFiles(disk, userId))
    }
    checkServer(this.oracle, server, { isSteady: this.#isSteady, serverSkewMs: this.#serverSkewMs, localFiles })
  }

  /** A step of the server's clock changes how its own times of before compare, so a run with one is not measured. */
  #isSteady = (account: string, fromMs: number, toMs: number): boolean =>
    this.#serverClockSteps === 0 &&
    !this.#fleet.tablets.some((tablet) => tablet.account === account && tablet.clockStepsMs.some((atMs) => atMs >= fromMs && atMs <= toMs))
}

/** Shops, people and what lies on the shelves when a run begins. */
async function setUpShops(server: SimulatedServer, oracle: Oracle, plan: Plan): Promise<string[]> {
  const shops: string[] = []
  for (let index = 0; index < plan.shops; index++) shops.push(await server.addShop(`Shop ${index}`))
  const users: string[] = []
  for (const { privileges, shops: own } of plan.users) {
    const shopIds = own.map((index) => shops[index] ?? '')
    const id = await server.addUser(shopIds, privileges)
    oracle.shopsByUser.set(id, new Set(shopIds))
    if (privileges.includes('view_activity')) oracle.readersOfLog.add(id)
    users.push(id)
  }
  for (const shopId of shops) {
    const make = async (collection: string, values: Extract<Intent, { action: 'create' }>['values']): Promise<string> => {
      const id = server.newId()
      await server.make(users[0] ?? '', shopId, { action: 'create', collection, id, values })
      oracle.onMade(shopId, { action: 'create', collection, id, values })
      return id
    }
    const shelf = await make('categories', { name: 'Parts', parentId: null })
    await make('products', { name: 'Glass', inventoryCount: 1, categoryHierarchyId: shelf })
    await make('products', { name: 'Battery', inventoryCount: 7, categoryHierarchyId: shelf })
    for (const name of ['Olive', 'Pat']) {
      const customerId = await make('customers', { name })
      await make('orders', {
        customerId,
        orderStatusId: orderStatusIdByName['Dropped Off'],
        itemDetails: `Phone of ${name}`,
        issueDescription: 'It is broken\nSince yesterday',
        orderNotes: 'First note\nSecond note',
      })
    }
    await make('customers', { name: 'Idle' })
  }
  return users
}
