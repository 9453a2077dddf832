import { lookup as lookUpName, type LookupAddress } from 'node:dns'
import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isInside } from './inside-address.ts'

/** All addresses of a name. */
export type LookUp = (name: string) => Promise<readonly LookupAddress[]>

export type PosterOptions = {
  /** Lets addresses inside the server's own network be reached as well. */
  isInsideAllowed: boolean
  timeoutMs?: number
  /** Keeps connections for what follows; then `close` ends them. */
  isKeepingAlive?: boolean
  lookUp?: LookUp
  /** Tests have no addresses but those of this machine. */
  judge?: (address: string) => boolean
}

export type Outgoing = { url: string; headers: Readonly<Record<string, string>>; body: string }

/** `answer`: the status, or in words why there was none. */
export type Posted = { isTaken: boolean; answer: string }

export const insideText = 'The address is inside the network of the server. Whoever runs the server allows it by WEBHOOK_ALLOW_PRIVATE=true.'

/** An answer is read, so that its connection can be used again, and thrown away; a longer one is cut off with its connection. */
const answerBytesMax = 64 * 1024

class InsideError extends Error {}

const lookUpByResolver: LookUp = (name) =>
  new Promise((resolve, reject) => lookUpName(name, { all: true, verbatim: true }, (error, addresses) => (error ? reject(error) : resolve(addresses))))

export type Poster = ReturnType<typeof createPoster>

/**
 * POSTs to an address that somebody typed. Whatever a name leads to is checked before a connection is made, and it is made to what was
 * checked: a name that leads elsewhere a moment later changes nothing. Redirects are answers like any other.
 */
export function createPoster({ isInsideAllowed, timeoutMs = 10_000, isKeepingAlive = true, lookUp = lookUpByResolver, judge = isInside }: PosterOptions) {
  const closing = new AbortController()
  const agents = { 'http:': new http.Agent({ keepAlive: isKeepingAlive }), 'https:': new https.Agent({ keepAlive: isKeepingAlive }) }
  const lookup: LookupFunction = (name, options, give) => {
    lookUp(name).then(
      (found) => {
        const [first] = found
        if (first === undefined || (!isInsideAllowed && found.some(({ address }) => judge(address)))) give(new InsideError(), '')
        else if (options.all === true) give(null, [...found])
        else give(null, first.address, first.family)
      },
      (error: unknown) => give(error as NodeJS.ErrnoException, ''),
    )
  }

  const post = async (outgoing: Outgoing, signal: AbortSignal, isAgain = false): Promise<Posted> => {
    const url = new URL(outgoing.url)
    const { protocol, hostname } = url
    if (protocol !== 'http:' && protocol !== 'https:') return { isTaken: false, answer: 'The address is no web address.' }
    const literal = hostname.replace(/^\[|\]$/g, '')
    // An address that is written out is not looked up.
    if (!isInsideAllowed && isIP(literal) !== 0 && judge(literal)) return { isTaken: false, answer: insideText }
    const headers = { ...outgoing.headers, 'Content-Length': String(Buffer.byteLength(outgoing.body)) }
    const options: RequestOptions = { method: 'POST', headers, agent: agents[protocol], lookup, signal }
    const request = protocol === 'https:' ? https.request(url, options) : http.request(url, options)
    try {
      const { statusCode: status = 0 } = await send(request, outgoing.body)
      return { isTaken: status >= 200 && status < 300, answer: String(status) }
    } catch (error) {
      // The receiver had closed a connection of before just then, and has seen nothing.
      if (request.reusedSocket && codeOf(error) === 'ECONNRESET' && !isAgain) return post(outgoing, signal, true)
      return { isTaken: false, answer: errorToText(error, signal, timeoutMs) }
    }
  }

  return {
    timeoutMs,
    isInsideAllowed,
    post: (outgoing: Outgoing): Promise<Posted> => post(outgoing, AbortSignal.any([AbortSignal.timeout(timeoutMs), closing.signal])),
    /** Breaks off what is being sent: nobody knows then whether it was taken. */
    close(): void {
      closing.abort()
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

/** Ends when the answer is there as a whole, or is too long to be waited for. */
const send = (request: ClientRequest, body: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.on('error', reject)
    request.on('response', (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > answerBytesMax) response.destroy()
      })
      // Its status has been said, whatever becomes of the rest.
      response.on('error', () => resolve(response))
      response.on('close', () => resolve(response))
    })
    request.end(body)
  })

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

const textByCode: Readonly<Record<string, string>> = {
  ENOTFOUND: 'There is no server of this name.',
  EAI_AGAIN: 'The name of the server could not be looked up.',
  ECONNREFUSED: 'Nobody listens at the address.',
  ECONNRESET: 'The connection broke off.',
  EPIPE: 'The connection broke off.',
  EHOSTUNREACH: 'The server could not be reached.',
  ENETUNREACH: 'The server could not be reached.',
}

/** Never the error's own text, which could tell of the server's network. */
function errorToText(error: unknown, signal: AbortSignal, timeoutMs: number): string {
  if (error instanceof InsideError) return insideText
  if (signal.aborted) return `No answer within ${timeoutMs / 1_000} seconds.`
  const code = codeOf(error)
  if (typeof code !== 'string') return 'The request failed.'
  return textByCode[code] ?? (/CERT|TLS|SSL|SELF_SIGNED/.test(code) ? 'The certificate of the server is not valid.' : 'The request failed.')
}
