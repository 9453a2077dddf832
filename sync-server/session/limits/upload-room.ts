import { AppError } from '#schema/errors.ts'

type Limits = {
  /** Bytes of bodies that are held in memory at once, from the first one read to the answer. */
  totalBytes: number
  /** The part of it that one sender may take, so that a program that sends many at once stops nobody else. */
  ofOneBytes: number
  maxWaiting: number
  waitMs: number
  retryAfterSeconds: number
  /** Said to those who waited too long. */
  refusal?: string
}

type Waiting = { sender: string; bytes: number; enter: () => void }

/** A hundred tablets that come online with photos: 120 of usual size are read at once, or 16 of the largest. */
const uploadLimits: Limits = { totalBytes: 48_000_000, ofOneBytes: 12_000_000, maxWaiting: 200, waitMs: 20_000, retryAfterSeconds: 5 }

const uploadRefusal = 'The server is taking in many files right now. Please try again in a moment.'

/** Whole exports, counted by themselves: they read all rows of a shop, so that each person has one, and the server two at once. */
export const exportLimits: Limits = {
  totalBytes: 2,
  ofOneBytes: 1,
  maxWaiting: 10,
  waitMs: 20_000,
  retryAfterSeconds: 30,
  refusal: 'Other exports are being made right now. Please try again in a minute.',
}

/** Tables that somebody imports: one for each person, two at once. */
export const largeBodyLimits: Limits = { totalBytes: 48_000_000, ofOneBytes: 24_000_000, maxWaiting: 10, waitMs: 20_000, retryAfterSeconds: 5 }

/**
 * Lets bodies be read as long as there is room for them; the others wait in line, unread, and are told to come back when that takes
 * long. A sender who has taken their part lets those behind pass.
 */
export function createUploadRoom({ totalBytes, ofOneBytes, maxWaiting, waitMs, retryAfterSeconds, refusal = uploadRefusal }: Limits = uploadLimits) {
  const bytesBySender = new Map<string, number>()
  const line = new Set<Waiting>()
  let held = 0

  const take = (sender: string, bytes: number): void => {
    held += bytes
    const ofSender = (bytesBySender.get(sender) ?? 0) + bytes
    if (ofSender > 0) bytesBySender.set(sender, ofSender)
    else bytesBySender.delete(sender)
  }

  const letIn = (): void => {
    for (const waiting of line) {
      const { sender, bytes, enter } = waiting
      // Nobody smaller passes the first in line: it would wait for ever.
      if (held + bytes > totalBytes) return
      if ((bytesBySender.get(sender) ?? 0) + bytes > ofOneBytes) continue
      line.delete(waiting)
      take(sender, bytes)
      enter()
    }
  }

  const waitForRoom = (sender: string, bytes: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const refuse = (): void => {
        line.delete(waiting)
        reject(new AppError('UNAVAILABLE', refusal, { retryAfterSeconds }))
      }
      const timer = setTimeout(refuse, waitMs).unref()
      const waiting: Waiting = {
        sender,
        bytes,
        enter() {
          clearTimeout(timer)
          resolve()
        },
      }
      line.add(waiting)
      letIn()
      if (line.size <= maxWaiting) return
      clearTimeout(timer)
      refuse()
    })

  return {
    /** @throws AppError UNAVAILABLE, with the seconds after which to come back */
    async run<Result>(sender: string, bytes: number, work: () => Promise<Result>): Promise<Result> {
      await waitForRoom(sender, bytes)
      try {
        return await work()
      } finally {
        take(sender, -bytes)
        letIn()
      }
    },
    get waiting() {
      return line.size
    },
  }
}

export type UploadRoom = ReturnType<typeof createUploadRoom>
