import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Kbd } from '#web/ui/keys/kbd.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import type { FindGroup, FindOption } from './find-options.ts'
import { FoundList, type FoundListProps, optionId } from './found-list.tsx'
import { t } from './find-texts.ts'

const typedMax = 200

type FindDialogProps = Pick<FoundListProps, 'shop' | 'query' | 'state'> & {
  typed: string
  groups: readonly FindGroup[]
  onType: (typed: string) => void
  onChoose: (option: Exclude<FindOption, { kind: 'search' }>) => void
  onClose: () => void
}

/** The search box with its results; the focus stays in the box, as in the ARIA combobox pattern. */
export function FindDialog({ shop, query, state, typed, groups, onType, onChoose, onClose }: FindDialogProps) {
  const options = groups.flatMap((group) => group.options)
  const [pointedKey, setPointedKey] = useState<string>()
  const active = options.find(({ key }) => key === pointedKey) ?? options[0]
  const inputRef = useRef<HTMLInputElement>(null)
  const listId = useId()
  const isTouched = useMediaQuery('(pointer: coarse)')
  // A scanner presses Enter before the results arrive: it waits for them.
  const isEnterDue = useRef(false)

  const type = (text: string): void => {
    isEnterDue.current = false
    setPointedKey(undefined)
    onType(text)
  }
  const choose = (option: FindOption): void => {
    if (option.kind === 'search') type(option.typed)
    else onChoose(option)
  }
  useEffect(() => {
    if (!isEnterDue.current || state === 'reading') return
    isEnterDue.current = false
    if (active !== undefined && active.kind !== 'search') onChoose(active)
  })

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      if (state === 'reading' && pointedKey === undefined) isEnterDue.current = true
      else if (active !== undefined) choose(active)
      return
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || options.length === 0) return
    event.preventDefault()
    const index = options.findIndex(({ key }) => key === active?.key)
    const next = options[(index + step + options.length) % options.length]
    setPointedKey(next?.key)
    if (next !== undefined) document.getElementById(optionId(listId, next.key))?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <Dialog
      open
      onCloseRequest={onClose}
      title={t.title()}
      description={t.description({ shop: shop.name })}
      initialFocus={() => inputRef.current}
      className="sm:h-[min(44rem,calc(100dvh-2rem))]"
      {...(!isTouched && { footer: <KeysHint /> })}
    >
      <div className="sticky -top-5 z-10 -mx-5 -mt-5 border-b border-line bg-surface px-5 py-3">
        <input
          ref={inputRef}
          type="text"
          role="combobox"
          aria-label={t.box()}
          aria-expanded="true"
          aria-haspopup="listbox"
          aria-autocomplete="list"
          aria-controls={listId}
          aria-activedescendant={active === undefined ? undefined : optionId(listId, active.key)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={typedMax}
          placeholder={t.placeholder()}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          className="h-12 w-full rounded-md border border-line-strong bg-surface px-4 text-base text-ink placeholder:text-muted"
        />
      </div>
      <FoundList
        listId={listId}
        shop={shop}
        groups={groups}
        active={active}
        query={query}
        state={state}
        typed={typed.trim()}
        onPoint={({ key }) => setPointedKey(key)}
        onChoose={choose}
      />
    </Dialog>
  )
}

function KeysHint() {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
      <span>
        <Kbd keys="↑ ↓" /> {t.keyMove()}
      </span>
      <span>
        <Kbd keys={t.enter()} /> {t.keyOpen()}
      </span>
      <span>
        <Kbd keys={t.esc()} /> {t.keyClose()}
      </span>
    </p>
  )
}
