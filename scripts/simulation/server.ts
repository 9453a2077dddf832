import {
  digestRequestSchema,
  pullRequestSchema,
  pushRequestSchema,
  type LiveRows,
  type PullRequest,
  type PullResponse,
  type PushRequest,
  type PushResponse,
  type SessionUser,
} from '#schema/api/sync.ts'
import { leaseNumbersBody } from '#schema/api/numbers.ts'
import { parseInput } from '#schema/api/parse.ts'
import type { Random } from '#scripts/demo/random.ts'
import { AppError } from '#schema/errors.ts'
import { privilegeRows } from '#schema/rules/merge/reference-rows.ts'
import { type Caller, isMember } from '#schema/rules/access/access.ts'
import { saveContent, saveThumbnail } from '#server/commands/files/save-content.ts'
import { toErrorKind } from '#server/db/engines/error-kind.ts'
import { readCaller } from '#server/queries/people/read-caller.ts'
import { leaseNumbers } from '#server/commands/lease-numbers.ts'
import { digestRows } from '#server/feed/digest.ts'
import { readBootstrap } from '#server/queries/bootstrap.ts'
import { renewEpochs, startShopFeed } from '#server/store/sequence/epochs.ts'
import { goOnAbove } from '#server/store/sequence/number-heads.ts'
import { type LiveStream, openLive } from '#server/feed/live.ts'
import { pullPage } from '#server/feed/pull.ts'
import { pushMutations } from '#server/feed/push.ts'
import type { Services } from '#server/services.ts'
import { applyOps } from '#server/store/write.ts'
import type { WriteOp } from '#server/store/context.ts'
import type { Answer, RequestBody } from './protocol.ts'
import { createFileDatabase } from './nodes/file-database.ts'
import { createPostgresDatabase } from './nodes/postgres-database.ts'
import type { EngineName, LedgerEntry, NodeFaultKind, SharedDatabase, SqlRow } from './nodes/shared-database.ts'
import { SimulatedNode, type NodeWorld } from './nodes/simulated-node.ts'
import type { Model } from './oracle/model.ts'

export type Session = { id: string; userId: string; isValid: boolean }

/** What the oracle hears of the server: in the order in which it commits. */
export type ServerListener = {
  onPushed: (request: PushRequest, response: PushResponse, sentAtOf: (id: string) => number, stepAtById: ReadonlyMap<string, number>) => void
  /** A content is stored with the mark of its row. */
  onContent: (id: string, base64: string) => void
  onInternal: (message: string) => void
  readonly model: Model
  note: (mark: string) => void
}

type ServerOptions = { clock: () => number; listener: ServerListener; random: Random }

/** A push as it arrives, and how to hear of what came of it. */
export type Arrived = { session: Session; request: RequestBody; sentAtMs: number }
type Worked = { arrived: Arrived; answer: Answer | 'died'; hear: (() => void) | undefined }

/** The server core without HTTP: one on a file, or several nodes of one PostgreSQL. It can be killed, and its database be replaced by a backup. */
export class SimulatedServer {
  readonly #database: SharedDatabase
  readonly #world: NodeWorld
  readonly #clock: () => number
  readonly #listener: ServerListener
  readonly #random: Random
  readonly #nodes: (SimulatedNode | undefined)[]
  #lives = 0
  #ids = 0
  #idsUntilFailure: number | undefined
  #pushes = 0
  /** As the ledger has what is just heard of, whose times the oracle compares with the true ones at the end. */
  #entries: ReadonlyMap<string, LedgerEntry> = new Map()
  /** By mutation, when the push left that it was taken from: others that were worked on at the same time may hold it too. */
  #sentAtById: ReadonlyMap<string, number> = new Map()
  readonly sessions = new Map<string, Session>()

  private constructor(database: SharedDatabase, { clock, listener, random }: ServerOptions) {
    this.#database = database
    this.#nodes = database.nodeNames.map(() => undefined)
    this.#clock = clock
    this.#listener = listener
    this.#random = random
    this.#world = { now: clock, newId: this.newId, onInternal: (message) => listener.onInternal(message) }
  }

  static async create(engine: EngineName, options: ServerOptions): Promise<SimulatedServer> {
    const database = await (engine === 'sqlite' ? createFileDatabase() : createPostgresDatabase(() => server.#pushes > 0))
    const server: SimulatedServer = new SimulatedServer(database, options)
    await server.start()
    return server
  }

  get isUp(): boolean {
    return this.#living().length > 0
  }

  get areAllUp(): boolean {
    return this.#living().length === this.#nodes.length
  }

  /** Whether requests of several tablets can be worked on at the same time. */
  get hasSeveralNodes(): boolean {
    return this.#nodes.length > 1
  }

  read = (sql: string): Promise<SqlRow[]> => this.#database.read(sql)

  #living(): SimulatedNode[] {
    return this.#nodes.filter((node) => node !== undefined).filter(({ isUp }) => isUp)
  }

  /** The node that a request comes to. */
  #pickNode(): SimulatedNode {
    const living = this.#living()
    const node = living.length > 1 ? this.#random.pick(living) : living[0]
    if (node === undefined) throw new Error('The server is down')
    return node
  }

  newId = (): string => {
    if (this.#pushes > 0 && this.#idsUntilFailure !== undefined && this.#idsUntilFailure-- <= 0) {
      this.#idsUntilFailure = undefined
      throw Object.assign(new Error('The machine lost its power'), { code: 'SQLITE_IOERR' })
    }
    const hex = (++this.#ids).toString(16).padStart(12, '0')
    return `00000000-0000-7000-8000-${hex}`
  }

  /** The next push that makes `ids` more ids dies in the middle of its transaction. */
  armFailure(ids: number): void {
    this.#idsUntilFailure = ids
  }

  /** Every node that is down begins a new life. */
  async start(): Promise<void> {
    for (const [place, name] of this.#database.nodeNames.entries()) {
      if (this.#nodes[place]?.isUp === true) continue
      await this.#nodes[place]?.clear()
      this.#nodes[place] = await SimulatedNode.start(`${name} ${++this.#lives}`, this.#database, this.#world)
    }
    for (const session of this.sessions.values()) if (session.isValid) await this.#storeSession(session)
  }

  /** Every stream ends; what was committed stays. */
  async kill(): Promise<void> {
    this.#idsUntilFailure = undefined
    for (const [place, node] of this.#nodes.entries()) {
      if (node === undefined) continue
      for (const stop of node.streams) stop()
      node.cut()
      await node.clear()
      this.#nodes[place] = undefined
    }
    await this.#database.settle()
  }

  // What only nodes of a database of their own can meet

  /** One of them dies while it does nothing; the others go on. */
  async killNode(place: number): Promise<boolean> {
    const node = this.#nodes[place]
    if (node?.isUp !== true) return false
    node.cut()
    await this.#clearCut()
    return true
  }

  endConnections = (): Promise<void> => this.#database.endConnections()
  restartDatabase = (): Promise<void> => this.#database.restart()
  settle = (): Promise<void> => this.#database.settle()

  /** Something breaks at a statement of the next push. */
  armFault(kind: NodeFaultKind, at: { statements: number; isSent: boolean }): void {
    const run = {
      node: (lifeName: string) =>
        this.#living()
          .find((node) => node.lifeName === lifeName)
          ?.cut(),
      connections: () => this.#database.endConnections(),
      database: () => this.#database.restart(),
    }
    this.#database.arm({
      ...at,
      run: (lifeName) => {
        this.#listener.note(`nodes: ${kind === 'node' ? 'a node killed' : kind === 'connections' ? 'connections ended' : 'the database restarted'} in a push`)
        return run[kind](lifeName)
      },
    })
  }

  disarm(): void {
    this.#idsUntilFailure = undefined
    this.#database.arm(undefined)
  }

  async #clearCut(): Promise<void> {
    await this.#database.settle()
    for (const [place, node] of this.#nodes.entries()) {
      if (node === undefined || node.isUp) continue
      await node.clear()
      this.#nodes[place] = undefined
    }
  }

  async remove(): Promise<void> {
    await this.kill()
    await this.#database.remove()
  }

  /** Answers how far the feed of each shop had come. */
  async backUp(): Promise<Map<string, number>> {
    const counters = await this.#database.read('select shop_id, seq from shop_feed')
    await this.#database.backUp()
    return new Map(counters.map(({ shop_id, seq }) => [String(shop_id), Number(seq)]))
  }

  /** Stops, puts the backup in the place of the database, and gives every feed a new epoch if somebody meant it. */
  async putBack(isOnPurpose: boolean): Promise<void> {
    await this.kill()
    const heads = await this.#database.readNumberHeads()
    await this.#database.putBack()
    await this.start()
    if (!isOnPurpose) return
    const { services } = this.#pickNode()
    await renewEpochs(services.db, this.newId)
    await goOnAbove(services.db, heads, services.clock())
  }

  async signIn(userId: string): Promise<Session> {
    const session: Session = { id: this.newId(), userId, isValid: true }
    this.sessions.set(session.id, session)
    if (this.isUp) await this.#storeSession(session)
    return session
  }

  async #storeSession({ id, userId }: Session): Promise<void> {
    const late = '9000-01-01T00:00:00.000Z'
    await this.#pickNode()
      .services.db.insertInto('sessions')
      .values({ id, sid_hash: id, user_id: userId, created_at: late, last_seen_at: late, expires_at: late, absolute_expires_at: late })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  async endSession(session: Session): Promise<void> {
    session.isValid = false
    if (!this.isUp) return
    const { db, bus } = this.#pickNode().services
    await db.deleteFrom('sessions').where('id', '=', session.id).execute()
    bus.endSession(session.id)
  }

  // People and shops, as administration's commands store them

  async addShop(name: string): Promise<string> {
    const id = this.newId()
    await this.#pickNode()
      .services.db.transaction()
      .execute(async (trx) => {
        await trx
          .insertInto('shops')
          .values({ id, name, code: name.replace(' ', '-'), created_at: this.#instant() })
          .execute()
        await startShopFeed(trx, id, this.newId)
      })
    return id
  }

  async addUser(shopIds: readonly string[], privileges: readonly string[]): Promise<string> {
    const id = this.newId()
    const { db } = this.#pickNode().services
    await db.insertInto('users').values({ id, login_id: id, login_key: id, password_hash: '-', name: 'Somebody', created_at: this.#instant() }).execute()
    for (const shopId of shopIds)
      await db.insertInto('shop_users').values({ id: this.newId(), shop_id: shopId, user_id: id, created_at: this.#instant() }).execute()
    for (const { id: privilegeId } of privilegeRows.filter(({ privilegeName }) => privileges.includes(privilegeName)))
      await db.insertInto('users_privileges').values({ id: this.newId(), user_id: id, privilege_id: privilegeId }).execute()
    return id
  }

  #instant(): string {
    return new Date(this.#clock()).toISOString()
  }

  /** One request as it arrives. `died`: the process ended while it worked on it. */
  async handle(session: Session, request: RequestBody, sentAtMs: number): Promise<Answer | 'died'> {
    const [answer = 'died'] = await this.handleAll([{ session, request, sentAtMs }])
    return answer
  }

  /** Requests that are worked on at the same time. What is heard of them is heard in the order in which they were committed. */
  async handleAll(arrived: readonly Arrived[]): Promise<(Answer | 'died')[]> {
    const worked = await Promise.all(arrived.map((one) => this.#workOn(one)))
    await this.#clearCut()
    const found = await this.#findUnheard(worked)
    for (const one of await this.#inOrder([...worked, ...found])) one.hear?.()
    const [trouble] = this.#database.listTroubles()
    if (trouble !== undefined) this.#listener.onInternal(trouble)
    return worked.map(({ answer }) => answer)
  }

  async #workOn(arrived: Arrived): Promise<Worked> {
    if (!arrived.session.isValid) return { arrived, answer: { state: 'signed-out' }, hear: undefined }
    const node = this.#pickNode()
    const toWorked = (answer: Answer | 'died', hear?: () => void): Worked => ({ arrived, answer: answer !== 'died' || node.isUp ? answer : 'died', hear })
    try {
      return { arrived, ...(await this.#answer(node.services, arrived)) }
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'SQLITE_IOERR') {
        if (this.hasSeveralNodes) node.cut()
        return toWorked('died')
      }
      if (!node.isUp) return toWorked('died')
      if (error instanceof AppError) return toWorked({ state: 'refused', code: error.code, message: error.message })
      const kind = toErrorKind(error)
      if (!this.hasSeveralNodes || (kind !== 'away' && kind !== 'again')) throw error
      this.#listener.note('nodes: answered that the database is away')
      return toWorked({ state: 'refused', code: 'UNAVAILABLE', message: 'The database is away' })
    }
  }

  async #answer(services: Services, { session: { userId }, request, sentAtMs }: Arrived): Promise<{ answer: Answer; hear: (() => void) | undefined }> {
    const caller = await readCaller(services.reader, userId)
    const sent = toWire(request)
    const toAnswer = (body: Extract<Answer, { state: 'ok' }>['body'], hear?: () => void) => ({ answer: { state: 'ok' as const, body }, hear })
    switch (sent.path) {
      case 'bootstrap': {
        const user = toSessionUser(userId)
        return toAnswer(
          toWire(
            await readBootstrap(services, { userId, user, expiresAt: '9000-01-01T00:00:00.000Z' }, caller, {
              address: null,
              hasPublicUrl: false,
              sendingChannels: [],
            }),
          ),
        )
      }
      case 'pull': {
        const body = toWire(await pullPage(services, caller, parseInput(pullRequestSchema, sent.body)))
        return toAnswer(body, () => this.#notePage(sent.body, body))
      }
      case 'digest': {
        const body = toWire(await digestRows(services, caller, digestRequestSchema.parse(sent.body), () => undefined))
        return toAnswer(body, () => this.#listener.note(`digest: ${body.isMoved ? 'the feed had moved' : 'compared'}`))
      }
      case 'numbers': {
        const body = await leaseNumbers(services, caller, parseInput(leaseNumbersBody, sent.body))
        return toAnswer(body, () => this.#listener.note('number: leased'))
      }
      case 'file-put': {
        const isContent = await this.#takeFile(services, userId, caller, sent.body)
        return toAnswer({ isTaken: true }, isContent ? () => this.#listener.onContent(sent.body.id, sent.body.base64) : undefined)
      }
      case 'push': {
        const body = await this.#push(services, caller, sent.body)
        return toAnswer(body, () => this.#hearPush(sent.body, body, sentAtMs))
      }
    }
  }

  #notePage({ limit }: PullRequest, { documents, reset }: PullResponse): void {
    if (documents.length === limit) this.#listener.note('pull: full page')
    if (documents.some(({ _deleted }) => _deleted === true)) this.#listener.note('pull: tombstone')
    if (reset.length > 0) this.#listener.note('pull: reset')
  }

  /** What the routes of contents do with one that arrived. Answers whether it is a content. */
  async #takeFile(
    services: Services,
    userId: string,
    caller: Caller,
    { shopId, id, part, base64 }: Extract<RequestBody, { path: 'file-put' }>['body'],
  ): Promise<boolean> {
    if (!isMember(caller, shopId)) throw new AppError('NOT_FOUND')
    const bytes = new Uint8Array(Buffer.from(base64, 'base64'))
    if (part === 'thumbnail') {
      await saveThumbnail(services, userId, shopId, id, bytes)
      return false
    }
    this.#pushes++
    await saveContent(services, userId, shopId, id, bytes).finally(() => this.#pushes--)
    return true
  }

  async #push(services: Services, caller: Caller, request: PushRequest): Promise<PushResponse> {
    this.#pushes++
    return toWire(await pushMutations(services, caller, parseInput(pushRequestSchema, request)).finally(() => this.#pushes--))
  }

  #hearPush(request: PushRequest, body: PushResponse, sentAtMs: number): void {
    if (body.setBack !== undefined) return this.#listener.note('push: not taken, the server was set back')
    const sentAtOf = (id: string): number => this.#sentAtById.get(id) ?? sentAtMs
    this.#listener.onPushed(request, body, sentAtOf, new Map([...this.#entries].map(([id, { actAtMs }]) => [id, actAtMs])))
  }

  /** What a page shows, a push that ran at the same time may have written: pushes are heard first, as they were committed. */
  async #inOrder(worked: readonly Worked[]): Promise<Worked[]> {
    const idsOf = ({ arrived: { request } }: Worked): string[] => (request.path === 'push' ? request.body.mutations.map(({ id }) => id) : [])
    const ids = worked.flatMap(idsOf)
    this.#entries = ids.length === 0 ? new Map() : await this.#database.readLedger(ids)
    // Of a time that was moved behind the device's last one, nothing tells which of two pushes took it: then it may be the earlier one.
    const earliest = worked.toSorted((one, other) => other.arrived.sentAtMs - one.arrived.sentAtMs)
    this.#sentAtById = new Map([
      ...earliest.flatMap((one) => idsOf(one).map((id) => [id, one.arrived.sentAtMs] as const)),
      ...worked.flatMap(({ arrived }) => this.#listTaken(arrived).map((id) => [id, arrived.sentAtMs] as const)),
    ])
    const placeOf = (one: Worked): number => {
      const own = idsOf(one).filter((id) => !this.#listener.model.decided.has(id))
      return Math.min(...own.map((id) => this.#entries.get(id)?.place ?? Infinity))
    }
    const kindOf = ({ arrived: { request } }: Worked): number => (request.path === 'push' ? 0 : 1)
    const places = new Map(worked.map((one) => [one, placeOf(one)]))
    const compare = (one: number, other: number): number => (one === other ? 0 : one < other ? -1 : 1)
    return worked.toSorted((one, other) => kindOf(one) - kindOf(other) || compare(places.get(one) ?? 0, places.get(other) ?? 0))
  }

  /** What the ledger has by the clock of this very push. */
  #listTaken({ request }: Arrived): string[] {
    if (request.path !== 'push') return []
    const { mutations, deviceTime } = request.body
    const offsetMs = this.#clock() - Date.parse(deviceTime)
    return mutations.flatMap(({ id, at }) => (this.#entries.get(id)?.actAtMs === Date.parse(at) + offsetMs ? [id] : []))
  }

  /** Of pushes whose answer nobody heard, what was committed all the same: asked for once more, it has its answer in the ledger. */
  async #findUnheard(worked: readonly Worked[]): Promise<Worked[]> {
    if (!this.hasSeveralNodes) return []
    const found: Worked[] = []
    for (const { arrived, answer } of worked) {
      if (answer !== 'died' && answer.state === 'ok') continue
      if (arrived.request.path === 'file-put') {
        const hear = await this.#findUnheardContent(arrived.request.body)
        if (hear !== undefined) found.push({ arrived, answer, hear })
      }
      if (arrived.request.path !== 'push') continue
      const { mutations } = arrived.request.body
      const stored = await this.#database.readLedger(mutations.map(({ id }) => id))
      const unheard = mutations.filter(({ id }) => stored.has(id) && !this.#listener.model.decided.has(id))
      if (unheard.length === 0) continue
      this.#listener.note('nodes: committed, and nobody heard the answer')
      if (!this.isUp) await this.start()
      found.push(await this.#workOn({ ...arrived, request: { path: 'push', body: { ...arrived.request.body, mutations: unheard } } }))
    }
    return found
  }

  async #findUnheardContent({ id, part, base64 }: Extract<RequestBody, { path: 'file-put' }>['body']): Promise<(() => void) | undefined> {
    if (part !== 'content' || this.#listener.model.find('attachments', id)?.values['isStored'] === true) return undefined
    const stored = await this.#database.read(`select id from attachments where id = '${id}' and is_stored = 1`)
    return stored.length === 0 ? undefined : () => this.#listener.onContent(id, base64)
  }

  /** A row that the server's own commands make. */
  async make(userId: string, shopId: string, op: WriteOp): Promise<void> {
    const { services } = this.#pickNode()
    const caller = await readCaller(services.reader, userId)
    await applyOps(services, { ...caller, shopIds: new Set([shopId]), origin: 'administration' }, shopId, [op])
  }

  /** Rows that a live stream brings. */
  toRows(json: string): LiveRows {
    this.#listener.note('live: rows')
    return JSON.parse(json) as LiveRows
  }

  async openLive(session: Session, stream: LiveStream): Promise<(() => void) | undefined> {
    if (!session.isValid) return undefined
    const node = this.#pickNode()
    const caller = await readCaller(node.services.reader, session.userId)
    const stop = openLive(node.services, { id: session.id, userId: session.userId }, caller, stream)
    node.streams.add(stop)
    return () => {
      node.streams.delete(stop)
      stop()
    }
  }
}

const toWire = <Body>(body: Body): Body => JSON.parse(JSON.stringify(body)) as Body

const toSessionUser = (id: string): SessionUser => ({
  id,
  name: null,
  login_id: id,
  email: null,
  phone: null,
  countryCode: null,
  alternatePhone: null,
  alternateCountryCode: null,
  language: null,
})
