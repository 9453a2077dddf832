import { lookup as lookUpName, type LookupAddress } from 'node:dns'
import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isInside } from './inside-address.ts'

/** All addresses of a host name. */
type LookUp = (name: string) => Promise<readonly LookupAddress[]>

export type PosterOptions = {
  /** Allows addresses in the server's own network. */
  isInsideAllowed: boolean
  timeoutMs?: number
  /** Keeps connections alive; `close` ends them. */
  isKeepingAlive?: boolean
  lookUp?: LookUp
  /** For tests, which only have local addresses. */
  judge?: (address: string) => boolean
}

type Outgoing = { url: string; headers: Readonly<Record<string, string>>; body: string }

/** `answer`: the status, or why there was none. */
export type Posted = { isTaken: boolean; answer: string }

export const insideText = 'The address is inside the network of the server. Whoever runs the server allows it by WEBHOOK_ALLOW_PRIVATE=true.'

/** For a name that nobody has and for one inside alike: a test must not tell which names the network of the server has. */
export const noPublicServerText =
  'There is no server of this name on the internet. For one inside the network, whoever runs the server sets WEBHOOK_ALLOW_PRIVATE=true.'

/** Answers up to this size are read and dropped, so that the connection can be reused; longer ones close it. */
const answerBytesMax = 64 * 1024

class InternalAddressError extends Error {}

const lookUpByResolver: LookUp = (name) =>
  new Promise((resolve, reject) => lookUpName(name, { all: true, verbatim: true }, (error, addresses) => (error ? reject(error) : resolve(addresses))))

export type Poster = ReturnType<typeof createPoster>

/**
 * POSTs to a user-provided address. Resolves the name, checks the addresses, and connects to a checked one, which
 * prevents DNS rebinding. Does not follow redirects.
 */
export function createPoster({ isInsideAllowed, timeoutMs = 10_000, isKeepingAlive = true, lookUp = lookUpByResolver, judge = isInside }: PosterOptions) {
  const closing = new AbortController()
  const agents = { 'http:': new http.Agent({ keepAlive: isKeepingAlive }), 'https:': new https.Agent({ keepAlive: isKeepingAlive }) }
  const lookup: LookupFunction = (name, options, give) => {
    lookUp(name).then(
      (found) => {
        const [first] = found
        if (first === undefined || (!isInsideAllowed && found.some(({ address }) => judge(address)))) give(new InternalAddressError(), '')
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
    // Literal addresses skip the lookup.
    if (!isInsideAllowed && isIP(literal) !== 0 && judge(literal)) return { isTaken: false, answer: insideText }
    const headers = { ...outgoing.headers, 'Content-Length': String(Buffer.byteLength(outgoing.body)) }
    const options: RequestOptions = { method: 'POST', headers, agent: agents[protocol], lookup, signal }
    const request = protocol === 'https:' ? https.request(url, options) : http.request(url, options)
    try {
      const { statusCode: status = 0 } = await send(request, outgoing.body)
      return { isTaken: status >= 200 && status < 300, answer: String(status) }
    } catch (error) {
      // The receiver closed the kept-alive connection before it read the request.
      if (request.reusedSocket && codeOf(error) === 'ECONNRESET' && !isAgain) return post(outgoing, signal, true)
      return { isTaken: false, answer: errorToText(error, signal, { timeoutMs, isInsideAllowed }) }
    }
  }

  return {
    timeoutMs,
    isInsideAllowed,
    post: (outgoing: Outgoing): Promise<Posted> => post(outgoing, AbortSignal.any([AbortSignal.timeout(timeoutMs), closing.signal])),
    /** Aborts pending requests; whether they were received stays unknown. */
    close(): void {
      closing.abort()
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

/** Resolves when the answer is complete or too long. */
const send = (request: ClientRequest, body: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.on('error', reject)
    request.on('response', (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > answerBytesMax) response.destroy()
      })
      // The status is already known, so later errors do not matter.
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

/** Never the error's own text, which may reveal the server's network. */
function errorToText(error: unknown, signal: AbortSignal, { timeoutMs, isInsideAllowed }: { timeoutMs: number; isInsideAllowed: boolean }): string {
  const isUnknown = error instanceof InternalAddressError || codeOf(error) === 'ENOTFOUND' || codeOf(error) === 'EAI_AGAIN'
  if (isUnknown && !isInsideAllowed) return noPublicServerText
  if (signal.aborted) return `No answer within ${timeoutMs / 1_000} seconds.`
  const code = codeOf(error)
  if (typeof code !== 'string') return 'The request failed.'
  return textByCode[code] ?? (/CERT|TLS|SSL|SELF_SIGNED/.test(code) ? 'The certificate of the server is not valid.' : 'The request failed.')
}
