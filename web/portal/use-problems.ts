import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Issue } from '#schema/errors.ts'

export type Problems<Name extends string> = Partial<Record<Name, string>>

/** The text under each field at fault; telling them leads the focus to the first one. */
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

/** The server's issues by the names of the form's fields; the first one of a field counts. */
export function issuesToProblems<Name extends string>(issues: readonly Issue[], nameByPath: Readonly<Record<string, Name>>): Problems<Name> {
  const problems: Problems<Name> = {}
  for (const { path, message } of issues) {
    const name = nameByPath[path]
    if (name !== undefined) problems[name] ??= message
  }
  return problems
}
