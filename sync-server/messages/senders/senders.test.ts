import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSenders, createFileSender } from './create-senders.ts'
import type { Outgoing } from './sender.ts'
import { createSmtpSender } from './smtp.ts'

const outgoing: Outgoing = {
  id: '01a200c4-2207-7261-b06b-ae99150c3479',
  at: new Date('2026-03-02T10:00:00.000Z'),
  to: 'mary@example.com',
  subject: 'Fertig: Gerät “iPhone”',
  text: 'Dear Mary,\n.\n你好 — ready.',
}
const signal = (): AbortSignal => AbortSignal.timeout(20_000)
const from = 'Harbour Repairs <shop@example.com>'

type Mail = { from: string; to: string[]; content: string; user: string | undefined }

let closers: (() => Promise<void>)[] = []
beforeEach(() => void (closers = []))
afterEach(async () => {
  for (const close of closers) await close()
})

/** A real mail server on loopback. */
async function openMailServer(options: SMTPServerOptions = {}): Promise<{ url: (credentials?: string) => string; mails: Mail[] }> {
  const mails: Mail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) => (password === 'p:s/w' ? done(null, { user: username }) : done(new Error('No'))),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          content: Buffer.concat(chunks).toString(),
          user: typeof session.user === 'string' ? session.user : undefined,
        })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  const net = server.listen(0, '127.0.0.1')
  await new Promise((resolve) => net.once('listening', resolve))
  closers.push(() => new Promise((resolve) => server.close(() => resolve())))
  const { port } = net.address() as AddressInfo
  return { url: (credentials = '') => `smtp://${credentials}127.0.0.1:${port}`, mails }
}

/** A scripted server for behaviour that a real one does not show; `answer` gets each line. */
async function openRawServer(answer: (line: string, socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.write('220 raw\r\n')
    let rest = ''
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString()).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) answer(line, socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('e-mail', () => {
  it('goes to a mail server with the text as it is, its time, and an id that stays from try to try', async () => {
    const { url, mails } = await openMailServer()
    const sender = createSmtpSender({ url: url(), from })
    expect(await sender.send(outgoing, signal())).toEqual({ outcome: 'taken' })
    await sender.send(outgoing, signal())
    const [mail = expect.fail(), again] = mails
    expect(mail).toMatchObject({ from: 'shop@example.com', to: ['mary@example.com'] })
    expect(mail.content).toContain('Message-ID: <01a200c4-2207-7261-b06b-ae99150c3479@example.com>')
    expect(mail.content).toContain('From: Harbour Repairs <shop@example.com>')
    // A mailbox with a vacation notice does not answer, so that the shop's own notice cannot answer that.
    expect(mail.content).toContain('Auto-Submitted: auto-generated')
    expect(mail.content).toContain('X-Auto-Response-Suppress: OOF, AutoReply')
    expect(mail.content).toContain('Date: Mon, 02 Mar 2026 10:00:00 +0000')
    expect(mail.content).toMatch(/Subject: =\?UTF-8\?/)
    const [, body = ''] = mail.content.split('\r\n\r\n')
    const text = /base64/i.test(mail.content) ? Buffer.from(body, 'base64').toString() : decodeQuoted(body)
    expect(text.replaceAll('\r\n', '\n').trim()).toBe(outgoing.text)
    expect(again?.content).toContain('<01a200c4-2207-7261-b06b-ae99150c3479@example.com>')
  })

  it('signs in with what the address says, and is tried again where that is wrong', async () => {
    const { url, mails } = await openMailServer({ authOptional: false })
    expect(await createSmtpSender({ url: url(`shop%40example.com:${encodeURIComponent('p:s/w')}@`), from }).send(outgoing, signal())).toEqual({
      outcome: 'taken',
    })
    expect(mails).toMatchObject([{ user: 'shop@example.com' }])
    expect(await createSmtpSender({ url: url('shop:wrong@'), from }).send(outgoing, signal())).toMatchObject({
      outcome: 'again',
      reason: expect.stringContaining('127.0.0.1 does not know this user with this password (535). Check SMTP_URL') as string,
    })
  })

  it('says which of scheme, certificate and password is wrong', async () => {
    const reasonOf = async (url: string, more: { greetingMs?: number } = {}) => {
      const sending = await createSmtpSender({ url, from, ...more }).send(outgoing, signal())
      expect(sending.outcome).toBe('again')
      return sending.outcome === 'taken' ? '' : sending.reason
    }
    const plain = await openMailServer()
    // Each waits for the other to begin.
    const never = { greetingMs: 300 }
    expect(await reasonOf(plain.url().replace('smtp:', 'smtps:'), never)).toContain('Write smtp:// in place of smtps://')
    // Its certificate is signed by itself.
    const tls = await openMailServer({ secure: true })
    expect(await reasonOf(tls.url(), never)).toContain('Write smtps:// in place of smtp://')
    expect(await reasonOf(tls.url().replace('smtp:', 'smtps:'))).toMatch(/^The certificate of 127\.0\.0\.1 is not accepted: /)
    const startTls = await openMailServer({ disabledCommands: [] })
    expect(await reasonOf(startTls.url())).toMatch(/^The certificate of 127\.0\.0\.1 is not accepted: /)
    const shut = await openMailServer({ authOptional: false })
    expect(await reasonOf(shut.url())).toContain('wants a user and a password')
    expect(await reasonOf(shut.url('shop:wrong%2@'))).toContain('does not know this user with this password (535)')
    const picky = await openMailServer({ onMailFrom: (_address, _session, done) => done(Object.assign(new Error('No'), { responseCode: 553 })) })
    expect(await reasonOf(picky.url())).toContain('Check MAIL_FROM')
    expect(picky.mails).toEqual([])
  })

  it('comes from the name and the address of the shop, whatever signs they have', async () => {
    const { url, mails } = await openMailServer()
    const senders = [
      ['Müller, Söhne: Werkstatt (Nord) <shop@müller.example>', 'shop@xn--mller-kva.example'],
      ['Mu\u0308ller @Hafen <shop@example.com>', 'shop@example.com'],
      ['"Müller, Söhne" <büro@example.com>', 'büro@example.com'],
    ] as const
    for (const [of] of senders) expect(await createSmtpSender({ url: url(), from: of }).send(outgoing, signal())).toEqual({ outcome: 'taken' })
    expect(mails.map(({ content }) => /^From: (?:.|\r\n[ \t])*?<(.*)>\r$/m.exec(content)?.[1])).toEqual(senders.map(([, address]) => address))
    expect(mails.map(({ content }) => /^Message-ID: <.*@(.*)>\r$/m.exec(content)?.[1])).toEqual(['xn--mller-kva.example', 'example.com', 'example.com'])
    expect(mails.map(({ content }) => decodeName(content))).toEqual(['Müller, Söhne: Werkstatt (Nord)', 'Müller @Hafen', 'Müller, Söhne'])
  })

  it('cannot be made to go elsewhere by what an address or a subject holds', async () => {
    const { url, mails } = await openMailServer()
    const sender = createSmtpSender({ url: url(), from })
    await sender.send({ ...outgoing, to: 'mary@example.com>\r\nRCPT TO:<eve@example.com', subject: 'x\r\nBcc: eve@example.com' }, signal())
    await sender.send({ ...outgoing, to: 'mary@example.com, eve@example.com' }, signal())
    expect(mails.flatMap(({ to }) => to).filter((address) => address.startsWith('eve'))).toEqual([])
    expect(mails.map(({ content }) => content).join('')).not.toMatch(/^Bcc:/m)
  })

  it('to an address that there is not is refused for good, and is tried again where the server has no room now', async () => {
    const answers = [550, 452]
    const { url } = await openMailServer({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('No'), { responseCode: answers.shift() ?? 550 })),
    })
    const sender = createSmtpSender({ url: url(), from })
    expect(await sender.send(outgoing, signal())).toMatchObject({ outcome: 'refused', reason: '127.0.0.1 answered 550' })
    expect(await sender.send(outgoing, signal())).toMatchObject({ outcome: 'again', reason: '127.0.0.1 answered 452' })
  })

  it('is tried again where nobody answers, and where the server says no to the content', async () => {
    const dead = await openRawServer((_line, socket) => socket.destroy())
    expect(await createSmtpSender({ url: dead, from }).send(outgoing, signal())).toMatchObject({ outcome: 'again' })
    expect(await createSmtpSender({ url: 'smtp://127.0.0.1:9', from }).send(outgoing, signal())).toMatchObject({ outcome: 'again' })
    const { url } = await openMailServer({
      onData: (stream, _session, done) => {
        stream.resume()
        stream.on('end', () => done(Object.assign(new Error('No'), { responseCode: 451 })))
      },
    })
    expect(await createSmtpSender({ url: url(), from }).send(outgoing, signal())).toMatchObject({ outcome: 'again', reason: '127.0.0.1 answered 451' })
  })

  it('may have arrived where the server goes away, or says nothing, once it has the content', async () => {
    const hears = (end: (socket: Socket) => void) => {
      let isContent = false
      return (line: string, socket: Socket): void => {
        if (isContent) {
          if (line === '.') end(socket)
          return
        }
        isContent = line === 'DATA'
        socket.write(isContent ? '354 go on\r\n' : '250 ok\r\n')
      }
    }
    const gone = await openRawServer(hears((socket) => socket.destroy()))
    expect(await createSmtpSender({ url: gone, from }).send(outgoing, signal())).toMatchObject({ outcome: 'unknown' })
    const mute = await openRawServer(hears(() => {}))
    expect(await createSmtpSender({ url: mute, from }).send(outgoing, AbortSignal.timeout(300))).toMatchObject({ outcome: 'unknown' })
  })
})

describe('a text message', () => {
  it('goes in the letters of text messages', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'mainspring-sms-'))
    closers.push(() => rm(folder, { recursive: true }))
    const { sms, email } = createSenders({ sms: { provider: 'log' }, mail: { provider: 'log' }, dataDir: folder })
    const text = 'Ángel, “iPhone” – ready…'
    for (const sender of [sms, email]) await sender.send({ ...outgoing, text }, signal())
    const textOf = async (file: string) => (JSON.parse(await readFile(path.join(folder, file), 'utf8')) as { text: string }).text
    expect([await textOf('sms.log'), await textOf('mail.log')]).toEqual(['Angel, "iPhone" - ready...', text])
  })

  it('goes to the number as E.164, whatever zero of its country was typed into it', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'mainspring-sms-'))
    closers.push(() => rm(folder, { recursive: true }))
    const { sms } = createSenders({ sms: { provider: 'log' }, mail: { provider: 'log' }, dataDir: folder })
    for (const to of ['+4407700900123', '+44447700900123', '+390612345678', '+15550102000', '+999012345'])
      expect(await sms.send({ ...outgoing, subject: null, to }, signal())).toEqual({ outcome: 'taken' })
    const lines = (await readFile(path.join(folder, 'sms.log'), 'utf8')).trim().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { to: string }).to)).toEqual([
      '+447700900123',
      '+447700900123',
      '+390612345678',
      '+15550102000',
      '+999012345',
    ])
  })
})

describe('the file for trying out', () => {
  it('gets one line for a message, readable by the server alone, and tells which it has', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'mainspring-mail-'))
    closers.push(() => rm(folder, { recursive: true }))
    const file = path.join(folder, 'mail.log')
    const sender = createFileSender(file)
    expect(sender.instead).toBe('No sender is set up: written to mail.log.')
    expect(await sender.findOutcome(outgoing.id)).toBe('not taken')
    expect(await sender.send(outgoing, signal())).toEqual({ outcome: 'taken' })
    expect(JSON.parse((await readFile(file, 'utf8')).trim())).toEqual({ ...outgoing, at: outgoing.at.toISOString() })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await sender.findOutcome(outgoing.id)).toBe('taken')
    expect(await sender.findOutcome(outgoing.text)).toBe('not taken')
    expect(await createFileSender(path.join(folder, 'none', 'mail.log')).send(outgoing, signal())).toMatchObject({ outcome: 'again' })
  })
})

const decodeQuoted = (text: string): string =>
  Buffer.from(
    text.replaceAll('=\r\n', '').replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

/** The name of the sender, which stands in encoded words. */
const decodeName = (content: string): string =>
  [...(/^From: ((?:.|\r\n[ \t])*?) <[^<>]*>\r$/m.exec(content)?.[1] ?? '').matchAll(/=\?UTF-8\?Q\?(.*?)\?=/gi)]
    .map(([, word = '']) => decodeQuoted(word.replaceAll('_', ' ')))
    .join('')
