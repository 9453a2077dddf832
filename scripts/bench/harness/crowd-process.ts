import { get, type ClientRequest } from 'node:http'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { CrowdReply, CrowdRequest } from './crowd.ts'
import { nowMs } from './delivery.ts'

// Simulated devices that only listen, in a process of their own. Events are not parsed here, only recorded with their time and a number.
const requests: ClientRequest[] = []
const heardDevices: number[] = []
const heardAtMs: number[] = []
const heardEvents: number[] = []
const numberByText = new Map<string, number>()
const delay = monitorEventLoopDelay({ resolution: 1 })
let startUse = performance.eventLoopUtilization()
let broken = 0
let isClosing = false

const reply = (message: CrowdReply): void => void process.send?.(message)

process.on('message', (request: CrowdRequest) => void answer(request))
process.on('disconnect', () => process.exit(0))
process.on('SIGINT', () => {})

async function answer(request: CrowdRequest): Promise<void> {
  if (request.kind === 'open') {
    await Promise.all(request.cookies.map((cookie, device) => open(request.url, cookie, device)))
    reply({ kind: 'open' })
  } else if (request.kind === 'watch') {
    delay.enable()
    delay.reset()
    startUse = performance.eventLoopUtilization()
    reply({ kind: 'watching' })
  } else if (request.kind === 'count') {
    reply({ kind: 'count', events: heardDevices.length })
  } else {
    const { utilization } = performance.eventLoopUtilization(startUse)
    const heard = {
      devices: Uint32Array.from(heardDevices),
      atMs: Float64Array.from(heardAtMs),
      events: Uint32Array.from(heardEvents),
      texts: [...numberByText.keys()],
    }
    reply({ kind: 'heard', heard, broken, busyShare: utilization, loopDelayP99Ms: delay.percentile(99) / 1e6 })
    isClosing = true
    for (const open of requests) open.destroy()
  }
}

/** Opens a live stream; resolves at its first event, which holds all heads. */
function open(url: string, cookie: string, device: number): Promise<void> {
  return new Promise((resolve, reject) => {
    // Without an agent each stream has its own connection, as on a device.
    const request = get(`${url}/api/sync/live`, { agent: false, headers: { cookie, accept: 'text/event-stream' } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`The live stream answered ${response.statusCode}`))
      response.setEncoding('latin1')
      let rest = ''
      response.on('data', (chunk: string) => {
        const atMs = nowMs()
        const blocks = (rest + chunk).split('\n\n')
        rest = blocks.pop() ?? ''
        for (const block of blocks) if (!block.startsWith(':')) note(device, atMs, block)
        if (blocks.length > 0) resolve()
      })
      response.on('close', onEnd)
    })
    const onEnd = (error?: Error): void => {
      if (isClosing) return
      broken += 1
      reject(error ?? new Error('A live stream ended'))
    }
    request.on('error', onEnd)
    requests.push(request)
  })
}

function note(device: number, atMs: number, text: string): void {
  let number = numberByText.get(text)
  if (number === undefined) {
    number = numberByText.size
    numberByText.set(text, number)
  }
  heardDevices.push(device)
  heardAtMs.push(atMs)
  heardEvents.push(number)
}
