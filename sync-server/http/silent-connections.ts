import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse }

/** Cuts connections without traffic for this long, except those that wait for a response: a long list may be queued. */
export function cutSilentConnections(server: Server, silenceMs: number): void {
  const exchangeBySocket = new WeakMap<Socket, Exchange>()
  server.on('request', (incoming, outgoing) => exchangeBySocket.set(incoming.socket, { incoming, outgoing }))
  server.setTimeout(silenceMs, (socket: Socket) => {
    const exchange = exchangeBySocket.get(socket)
    if (exchange?.incoming.complete === true && !exchange.outgoing.headersSent && !exchange.outgoing.writableEnded) socket.setTimeout(silenceMs)
    else socket.destroy()
  })
}
