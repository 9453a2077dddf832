import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Issue } from '#schema/errors.ts'

export type Problems<Name extends string> = Partial<Record<Name, string>>

/** A form's error texts by field; `tell` shows them, focuses the first such field, and returns whether there is any. */
export function useProblems<Name extends string>() {
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
