import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** 'addressed': the address arrived; 'received': the content arrived and is not confirmed yet. */
export type MailStep = 'addressed' | 'received'

export type MailServer = {
  url: string
  /** Message ids by received content, with repetitions. */
  received: string[]
  /** Awaited before each step is answered. */
  onStep: (step: MailStep) => Promise<void>
  close: () => Promise<void>
}

export async function openMailServer(): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: (_address, _session, done) => void mails.onStep('addressed').then(() => done()),
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        mails.received.push(/^Message-ID: <([^@]*)@/im.exec(Buffer.concat(chunks).toString())?.[1] ?? '')
        void mails.onStep('received').then(() => done())
      })
    },
  })
  // From connections whose peer was killed.
  server.on('error', () => {})
  const net = server.listen(0, '127.0.0.1')
  await new Promise((resolve) => net.once('listening', resolve))
  const mails: MailServer = {
    url: `smtp://127.0.0.1:${(net.address() as AddressInfo).port}`,
    received: [],
    onStep: async () => {},
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return mails
}
