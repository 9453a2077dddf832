import { ApiError } from './errors.ts'
import { http, type Http } from './http.ts'

/** Asks the person for a sign-in code; false when they would rather not. */
export type AskForCode = () => Promise<boolean>

/**
 * The request helper for administration: where the server wants a new sign-in code it has one asked for, and says the same again.
 * Several calls at once ask once.
 */
export function createFreshRequest({ request }: Http) {
  let asker: AskForCode | undefined
  let asking: Promise<boolean> | undefined

  const ask = (): Promise<boolean> => {
    asking ??= (asker?.() ?? Promise.resolve(false)).finally(() => (asking = undefined))
    return asking
  }

  const requestFresh: Http['request'] = async (...call) => {
    try {
      return await request(...call)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'FRESH_CODE_REQUIRED' || !(await ask())) throw error
      return request(...call)
    }
  }

  return {
    request: requestFresh,
    /** Who asks from now on; answers how to stop. */
    setAsker: (next: AskForCode): (() => void) => {
      asker = next
      return () => {
        if (asker === next) asker = undefined
      }
    },
  }
}

export const { request: requestWithFreshCode, setAsker: setCodeAsker } = createFreshRequest(http)
