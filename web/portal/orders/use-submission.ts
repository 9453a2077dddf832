import { useState, useRef } from 'react'
import type { Failure, Outcome } from '../portal-api.ts'
import { failureToNotice, type NoticeContent } from '../portal-words.ts'
import { flushSync } from 'react-dom'
import type { Issue } from '#schema/errors.ts'

type Submission<Name extends string, Value> = {
  /** Problems found by the page; with any of them nothing is sent. */
  check: Problems<Name>
  send: () => Promise<Outcome<Value>>
  /** The notice's title on failure, and a hint if the server sends no message. */
  failed: { title: string; hint?: string }
  /** Called first on a failure; returns `true` to suppress the message. */
  onFailure?: (failure: Failure) => boolean | void
}

/**
 * Common steps of the portal's forms: validate, send once, show problems by field or in a notice.
 * @param nameByPath the form's field names by the server's paths
 */
export function useSubmission<Name extends string, Action extends string = 'submit'>(nameByPath: Readonly<Record<string, Name>>) {
  const { form, problems, tell, clear } = useProblems<Name>()
  const [busyWith, setBusyWith] = useState<Action | undefined>(undefined)
  const [notice, setNotice] = useState<NoticeContent | undefined>(undefined)

  /** Resolves to the server's response; undefined when nothing was sent or the request failed. */
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

type Problems<Name extends string> = Partial<Record<Name, string>>

/** A form's error texts by field; `tell` shows them, focuses the first such field, and returns whether there is any. */
function useProblems<Name extends string>() {
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<Problems<Name>>({})
  const tell = (found: Problems<Name>): boolean => {
    flushSync(() => setProblems(found))
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    return Object.values(found).some((text) => text !== undefined)
  }
  const clear = (...names: Name[]) => setProblems({ ...problems, ...Object.fromEntries(names.map((name) => [name, undefined])) })
  return { form, problems, tell, clear }
}

export function issuesToProblems<Name extends string>(issues: readonly Issue[], nameByPath: Readonly<Record<string, Name>>): Problems<Name> {
  const problems: Problems<Name> = {}
  for (const { path, message } of issues) {
    const name = nameByPath[path]
    if (name !== undefined) problems[name] ??= message
  }
  return problems
}
