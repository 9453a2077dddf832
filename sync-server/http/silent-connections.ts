import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse }

/**
 * Cuts connections on which nothing moves for so long. One whose whole request is here and whose answer has not begun is ours to
 * move: a long list waits behind others, and whoever asked for it has nothing to say meanwhile.
 */
export function cutSilentConnections(server: Server, silenceMs: number): void {
  const exchangeBySocket = new WeakMap<Socket, Exchange>()
  server.on('request', (incoming, outgoing) => exchangeBySocket.set(incoming.socket, { incoming, outgoing }))
  server.setTimeout(silenceMs, (socket: Socket) => {
    const exchange = exchangeBySocket.get(socket)
    if (exchange?.incoming.complete === true && !exchange.outgoing.headersSent && !exchange.outgoing.writableEnded) socket.setTimeout(silenceMs)
    else socket.destroy()
  })
}
