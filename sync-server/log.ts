import { pino, type DestinationStream } from 'pino'
import type { LogLevel } from './config.ts'

/** JSON lines on stderr with ids only: no names, phones, codes, notes, bodies, addresses that users typed or query strings. */
export function createLog(level: LogLevel, destination: DestinationStream = pino.destination(2)) {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: errorToLogFields },
    },
    destination,
  )
}

/** Log fields of an unexpected error, without quoted texts and longer numbers, which may be user data. */
export function errorToLogFields(error: unknown): { errorName: string; errorCode?: string; errorMessage: string; stack: string[] } {
  if (!(error instanceof Error)) return { errorName: typeof error, errorMessage: '', stack: [] }
  const { name, message, stack } = error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const frames = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    errorName: name,
    ...(code !== undefined && { errorCode: code }),
    errorMessage: redactMessage(message),
    stack: frames.slice(0, 12).map((line) => line.trim()),
  }
}

export const redactMessage = (message: string): string =>
  message
    .replace(/(["'`])(?:(?!\1).)*\1/gs, '…')
    .replace(/\d[\d\s().-]{4,}\d/g, '…')
    .slice(0, 300)
