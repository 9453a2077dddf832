import { useMemo, useState } from 'react'
import type { Ref } from 'react'
import { foldText } from '#schema/values/customer-match.ts'
import { Combobox } from '#web/ui/controls/combobox.tsx'
import { t } from '#web/inputs/inputs-texts.ts'

type Choice = { code: string; name: string }

type CodeSelectProps = {
  codes: readonly string[]
  codeToName: (code: string) => string
  /** '' for none. A code that is not in the list is shown by its name, too. */
  value: string
  onValueChange: (code: string) => void
  onBlur?: (() => void) | undefined
  inputRef?: Ref<HTMLInputElement> | undefined
}

const none: Choice = { code: '', name: t.none() }

/** Chooses a country or language by its name or code. Must be inside a Field. */
export function CodeSelect({ codes, codeToName, value, onValueChange, onBlur, inputRef }: CodeSelectProps) {
  const [query, setQuery] = useState('')
  const choices = useMemo(
    () =>
      [...new Set([...codes, ...(value === '' ? [] : [value])])]
        .map((code): Choice => ({ code, name: codeToName(code) }))
        .toSorted((one, other) => one.name.localeCompare(other.name)),
    [codes, codeToName, value],
  )
  const wanted = foldText(query.trim())
  const isFound = ({ code, name }: Choice): boolean => code.toLowerCase() === wanted || foldText(name).includes(wanted)
  const found = wanted === '' ? [...(value === '' ? [] : [none]), ...choices] : choices.filter(isFound)
  // A typed code comes before the names that hold its letters.
  const items = wanted === '' ? found : found.toSorted((one, other) => Number(other.code.toLowerCase() === wanted) - Number(one.code.toLowerCase() === wanted))
  return (
    <Combobox
      items={items}
      selectedItem={choices.find(({ code }) => code === value) ?? null}
      onSelect={(choice) => onValueChange(choice?.code ?? '')}
      onQueryChange={setQuery}
      itemToString={({ name }) => name}
      itemKey={({ code }) => code}
      placeholder={t.none()}
      onBlur={onBlur}
      inputRef={inputRef}
    />
  )
}
