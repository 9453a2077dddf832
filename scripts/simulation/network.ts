import type { Random } from '#scripts/demo/random.ts'
import type { Answer, LiveEvent, RequestBody } from './protocol.ts'
import type { Faults } from './plan.ts'
import type { Arrived as ArrivedAtServer, Session, SimulatedServer } from './server.ts'
import { rest, type Planned, type Timeline } from './timeline.ts'

const pullPatienceMs = 15_000
const pushPatienceMs = 30_000
const streamPatienceMs = 45_000

export type Line = 'good' | 'none' | 'silent'

/** A tablet's end of the network. */
export type Port = {
  line: () => Line
  session: () => Session
  /** False: the page that asked is gone. */
  answer: (requestId: string, answer: Answer) => Promise<boolean>
  hear: (streamId: string, event: LiveEvent) => Promise<void>
}

const echoEveryMs = 25_000

/** Of pushes that come to one of several nodes, how many wait for others to run with. */
const meetingChance = 0.6
const longestMeetingMs = 4_000

type Fate = { isLost: boolean; isTwice: boolean }
type Arrived = ArrivedAtServer & { port: Port; requestId: string; fate: Fate }
type OpenRequest = { timeout: Planned }
type Stream = { stop: (() => void) | undefined; port: Port; isOver: boolean; lastAt: number }

/** Carries requests, answers and live events, with the faults of a network. */
export class Network {
  readonly #timeline: Timeline
  readonly #random: Random
  readonly #server: SimulatedServer
  readonly #onDeath: () => Promise<void>
  readonly #trace: (line: () => string) => void
  readonly #note: (mark: string) => void
  readonly #onPushAnswered: (ids: readonly string[]) => void
  faults: Faults
  isOut = false
  #serverLife = 0
  #open = new Map<string, OpenRequest>()
  #streams = new Map<string, Stream>()
  #meeting: Arrived[] | undefined

  constructor(options: {
    timeline: Timeline
    random: Random
    server: SimulatedServer
    faults: Faults
    onDeath: () => Promise<void>
    trace: (line: () => string) => void
    note: (mark: string) => void
    onPushAnswered: (ids: readonly string[]) => void
  }) {
    this.#timeline = options.timeline
    this.#random = options.random
    this.#server = options.server
    this.#onDeath = options.onDeath
    this.#trace = options.trace
    this.#note = options.note
    this.#onPushAnswered = options.onPushAnswered
    this.faults = options.faults
  }

  #latency(): number {
    const random = this.#random
    if (!random.chance(this.faults.slow)) return random.between(5, 150)
    this.#note('network: slow message')
    return random.chance(0.7) ? random.between(150, 8_000) : random.between(8_000, 60_000)
  }

  request(port: Port, requestId: string, request: RequestBody): void {
    const sentAtMs = this.#timeline.nowMs
    const line = port.line()
    const session = port.session()
    const patienceMs = isWrite(request) ? pushPatienceMs : pullPatienceMs
    const timeout = this.#timeline.plan(line === 'none' ? 20 : patienceMs, () => this.#finish(port, requestId, { state: 'offline' }))
    this.#open.set(requestId, { timeout })
    if (line !== 'good') return
    if (this.#random.chance(this.faults.drop)) {
      this.#note('network: request lost')
      return this.#trace(() => `${requestId} ${request.path} is lost on its way`)
    }
    const isLost = this.#random.chance(this.faults.loseAnswer)
    const arriveInMs = this.#latency()
    const isDoubled = isWrite(request) && this.#random.chance(this.faults.duplicate)
    const isAtOnce = isDoubled && this.#random.chance(0.5)
    if (request.path === 'file-put' && this.#random.chance(this.faults.drop / 2)) return this.#cutUpload(port, requestId, request, session, arriveInMs)
    if (isDoubled) this.#note(`network: ${request.path === 'push' ? 'push' : 'upload'} doubled ${isAtOnce ? 'at once' : 'later'}`)
    this.#timeline.plan(arriveInMs, () => this.#arrive(port, requestId, request, session, sentAtMs, { isLost, isTwice: isAtOnce }))
    if (isDoubled && !isAtOnce)
      this.#timeline.plan(arriveInMs + this.#random.between(1, 90_000), () =>
        this.#arrive(port, requestId, request, session, sentAtMs, { isLost: true, isTwice: false }),
      )
  }

  /** The line goes in the middle of the bytes: what came of them must not pass for all, and nobody hears an answer. */
  #cutUpload(port: Port, requestId: string, request: Extract<RequestBody, { path: 'file-put' }>, session: Session, arriveInMs: number): void {
    this.#note('network: upload cut')
    const base64 = Buffer.from(Buffer.from(request.body.base64, 'base64').subarray(0, 8)).toString('base64')
    const cut = { ...request, body: { ...request.body, base64 } }
    this.#timeline.plan(arriveInMs, () => this.#arrive(port, requestId, cut, session, this.#timeline.nowMs, { isLost: true, isTwice: false }))
  }

  async #arrive(port: Port, requestId: string, request: RequestBody, session: Session, sentAtMs: number, fate: Fate): Promise<void> {
    const arrived: Arrived = { port, requestId, request, session, sentAtMs, fate }
    if (!this.#server.isUp || this.isOut) return this.#refuseConnection(arrived)
    if (this.#meet(arrived)) return
    await this.#handleAll([arrived])
  }

  /** Requests that come to several nodes at the same time: the first of them waits a while for others. */
  #meet(arrived: Arrived): boolean {
    if (!this.#server.hasSeveralNodes || arrived.request.path === 'file-put') return false
    if (this.#meeting === undefined) {
      if (arrived.request.path !== 'push' || !this.#random.chance(meetingChance)) return false
      this.#meeting = []
      this.#timeline.plan(this.#random.between(0, longestMeetingMs), () => {
        const all = this.#meeting ?? []
        this.#meeting = undefined
        return this.#handleAll(all)
      })
    }
    this.#meeting.push(arrived)
    return true
  }

  async #handleAll(arrived: readonly Arrived[]): Promise<void> {
    if (!this.#server.isUp) return arrived.forEach((one) => this.#refuseConnection(one))
    const copies = arrived.flatMap((one) => (one.fate.isTwice ? [one, one] : [one]))
    if (new Set(arrived.filter(({ request }) => request.path === 'push').map(({ port }) => port)).size > 1)
      this.#note('nodes: pushes of several tablets at once')
    const answers = await this.#server.handleAll(copies)
    await rest()
    if (answers.includes('died')) await this.#onDeath()
    for (const one of arrived)
      this.#onHandled(
        one,
        answers.filter((_, index) => copies[index] === one),
      )
  }

  #onHandled({ port, requestId, request, fate }: Arrived, answers: readonly (Answer | 'died')[]): void {
    const [answer] = answers
    if (answer === undefined || answers.includes('died') || answer === 'died') {
      this.#trace(() => `the server dies while it works on ${requestId}`)
      this.#note(`server: died in ${request.path === 'push' ? 'a push' : request.path === 'file-put' ? 'an upload' : 'a read'}`)
      // Where one of several nodes died, the line to it is broken; all lines are, where it was the only one.
      if (this.#server.hasSeveralNodes && !fate.isLost) this.#timeline.plan(5, () => this.#finish(port, requestId, { state: 'offline' }))
      return
    }
    this.#trace(
      () =>
        `server ← ${requestId} ${describeRequest(request)}${fate.isTwice ? ' (twice at once)' : ''} → ${describeAnswer(answer)}${fate.isLost ? ', the answer is lost' : ''}`,
    )
    if (fate.isLost) return this.#note('network: answer lost')
    const life = this.#serverLife
    this.#timeline.plan(this.#latency(), () => (port.line() === 'good' && life === this.#serverLife ? this.#finish(port, requestId, answer) : undefined))
  }

  #refuseConnection({ port, requestId, fate }: Arrived): void {
    this.#note(this.isOut ? 'network: outage' : 'network: server away')
    if (!fate.isLost) this.#timeline.plan(5, () => this.#finish(port, requestId, { state: 'offline' }))
  }

  async #finish(port: Port, requestId: string, answer: Answer): Promise<void> {
    const open = this.#open.get(requestId)
    if (open === undefined) return
    this.#open.delete(requestId)
    open.timeout.isCancelled = true
    const isHeard = await port.answer(requestId, answer)
    if (isHeard && answer.state === 'ok' && 'results' in answer.body) this.#onPushAnswered(answer.body.results.map(({ id }) => id))
  }

  // Live streams

  openStream(port: Port, streamId: string): void {
    const stream: Stream = { stop: undefined, port, isOver: false, lastAt: 0 }
    this.#streams.set(streamId, stream)
    const line = port.line()
    if (line !== 'good') {
      this.#timeline.plan(line === 'none' ? 20 : pullPatienceMs, () => this.#breakStream(streamId, stream))
      return
    }
    this.#timeline.plan(this.#latency(), async () => {
      if (stream.isOver) return
      const isReachable = this.#server.isUp && !this.isOut && !this.#random.chance(this.faults.drop)
      const session = port.session()
      if (!isReachable || !session.isValid) return this.#breakStream(streamId, stream)
      this.#tell(streamId, stream, { name: 'open' })
      stream.stop = await this.#server.openLive(session, {
        wantsRows: true,
        send: async (event) => {
          if (event.name === 'rows') this.#tell(streamId, stream, { name: 'rows', rows: this.#server.toRows(event.json) })
          else if (event.name !== 'notices') this.#tell(streamId, stream, event)
        },
        end: () => void this.#timeline.plan(this.#latency(), () => this.#breakStream(streamId, stream)),
      })
      this.#echo(streamId, stream)
      await rest()
    })
  }

  /** The server's own timer does not run here. */
  #echo(streamId: string, stream: Stream): void {
    this.#timeline.plan(echoEveryMs, async () => {
      if (stream.isOver || stream.stop === undefined) return
      this.#tell(streamId, stream, { name: 'echo' })
      this.#echo(streamId, stream)
    })
  }

  /** Events of one stream arrive in their order, or not at all. */
  #tell(streamId: string, stream: Stream, event: LiveEvent): void {
    const at = Math.max(this.#timeline.nowMs + this.#latency(), stream.lastAt)
    stream.lastAt = at
    this.#timeline.plan(at - this.#timeline.nowMs, async () => {
      if (stream.isOver || stream.port.line() !== 'good') return
      await stream.port.hear(streamId, event)
    })
  }

  closeStream(streamId: string): void {
    const stream = this.#streams.get(streamId)
    if (stream === undefined) return
    this.#streams.delete(streamId)
    stream.isOver = true
    stream.stop?.()
  }

  async #breakStream(streamId: string, stream: Stream): Promise<void> {
    if (stream.isOver) return
    this.#note('network: stream broken')
    this.closeStream(streamId)
    await stream.port.hear(streamId, { name: 'error' })
  }

  /** The tablet's line was cut: at once, or so that nobody notices for a while. */
  cutLine(port: Port, isSilent: boolean): void {
    for (const [streamId, stream] of this.#streams) {
      if (stream.port !== port) continue
      stream.stop?.()
      stream.stop = undefined
      this.#timeline.plan(isSilent ? streamPatienceMs : 20, () => this.#breakStream(streamId, stream))
    }
  }

  /** The page is gone: nobody waits for its answers any more. */
  forget(port: Port): void {
    for (const [streamId, stream] of this.#streams) if (stream.port === port) this.closeStream(streamId)
  }

  /** The server's process is gone: what it had answered is not delivered, and connections break. */
  dropEverything(): void {
    this.#serverLife++
    for (const [requestId, { timeout }] of this.#open) {
      const { run } = timeout
      timeout.isCancelled = true
      this.#open.set(requestId, { timeout: this.#timeline.plan(this.#random.between(5, 50), run) })
    }
    for (const [streamId, stream] of this.#streams) this.#timeline.plan(this.#random.between(5, 50), () => this.#breakStream(streamId, stream))
  }
}

const isWrite = ({ path }: RequestBody): boolean => path === 'push' || path === 'file-put'

/** Requests and answers as the trace of a run names them. */
function describeRequest(request: RequestBody): string {
  if (request.path === 'file-put') return `${request.path} ${request.body.part} of ${request.body.id}`
  if (request.path === 'pull')
    return `pull ${request.body.collection} above ${Object.values(request.body.checkpoint)
      .map(({ seq }) => seq)
      .join('/')}`
  if (request.path !== 'push') return request.path
  return `push ${request.body.mutations.map(({ id, ops }) => `${id.slice(-4)} ${ops.map((op) => `${op.action} ${op.collection}/${op.id.slice(0, 4)}`).join('+')}`).join(', ')}`
}

function describeAnswer(answer: Answer): string {
  if (answer.state !== 'ok') return answer.state === 'refused' ? answer.code : answer.state
  const { body } = answer
  if ('results' in body)
    return body.results.map(({ id, outcome, error }) => `${id.slice(-4)} ${outcome}${error === undefined ? '' : ` (${error.code})`}`).join(', ')
  if ('from' in body) return `${body.from} to ${body.to}`
  return 'documents' in body ? `${body.documents.length} rows${body.reset.length > 0 ? ', reset' : ''}` : 'done'
}
