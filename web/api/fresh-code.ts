import { ApiError } from './errors.ts'
import { http, type Http } from './http.ts'

/** Asks the user for a sign-in code; resolves to false on cancel. */
type AskForCode = () => Promise<boolean>

/**
 * The request helper for administration: if the server requires a new sign-in code, asks for one and repeats the
 * request. Concurrent requests ask once.
 */
export function createFreshRequest({ request }: Http) {
  let asker: AskForCode | undefined
  let asking: Promise<boolean> | undefined

  const ask = (): Promise<boolean> => {
    asking ??= (asker?.() ?? Promise.resolve(false)).finally(() => (asking = undefined))
    return asking
  }

  const withFreshCode = async <Answer>(run: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'FRESH_CODE_REQUIRED' || !(await ask())) throw error
      return run()
    }
  }
  const requestFresh: Http['request'] = (...call) => withFreshCode(() => request(...call))

  return {
    request: requestFresh,
    withFreshCode,
    setAsker: (next: AskForCode): (() => void) => {
      asker = next
      return () => {
        if (asker === next) asker = undefined
      }
    },
  }
}

export const { request: requestWithFreshCode, withFreshCode, setAsker: setCodeAsker } = createFreshRequest(http)
