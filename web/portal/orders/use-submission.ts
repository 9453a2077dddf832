import { useState } from 'react'
import type { Failure, Outcome } from '../portal-api.ts'
import { failureToNotice, type NoticeContent } from '../portal-words.ts'
import { issuesToProblems, type Problems, useProblems } from '../use-problems.ts'

type Submission<Name extends string, Value> = {
  /** What the page itself finds wrong; then nothing is sent. */
  check: Problems<Name>
  send: () => Promise<Outcome<Value>>
  /** Title of the notice when it failed, and what to do where the server does not say. */
  failed: { title: string; hint?: string }
  /** Looks at a failure first; `true` when there is nothing left to tell. */
  onFailure?: (failure: Failure) => boolean | void
}

/**
 * The steps that every form of the portal takes: check, send once, tell by field or in a notice.
 * @param nameByPath the form's fields by the names that the server gives them
 */
export function useSubmission<Name extends string, Action extends string = 'submit'>(nameByPath: Readonly<Record<string, Name>>) {
  const { form, problems, tell, clear } = useProblems<Name>()
  const [busyWith, setBusyWith] = useState<Action | undefined>(undefined)
  const [notice, setNotice] = useState<NoticeContent | undefined>(undefined)

  /** What the server answered; undefined when it was not asked or did not take it. */
  const submit = async <Value>(action: Action, { check, send, failed, onFailure }: Submission<Name, Value>): Promise<Value | undefined> => {
    if (busyWith !== undefined) return undefined
    setNotice(undefined)
    if (tell(check)) return undefined
    setBusyWith(action)
    const outcome = await send()
    setBusyWith(undefined)
    if (outcome.ok) return outcome.value
    const { failure } = outcome
    if (onFailure?.(failure) === true) return undefined
    if (!tell(issuesToProblems(failure.issues, nameByPath))) setNotice(failureToNotice(failed.title, failure, failed.hint))
    return undefined
  }

  return { form, problems, clear, busyWith, notice, setNotice, submit }
}
