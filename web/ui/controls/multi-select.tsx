import { Check } from 'lucide-react'
import * as Popover from 'radix-ui/popover'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { cn } from '../cn.ts'
import { FilterPill, pillControlClass } from './filter-pill.tsx'
import { usePortalContainer } from '../overlays/portal-container.ts'
import { findNextRow } from '../tables/use-roving-rows.ts'

type MultiSelectOption = {
  value: string
  label: string
  isSelected: boolean
  /** Stands for several options, such as "All": has no checkbox and is always chosen alone. */
  isShortcut?: boolean | undefined
}

type MultiSelectProps = {
  label: string
  /** What is chosen; undefined while the filter is not set. */
  text: string | undefined
  onRemove: () => void
  options: readonly MultiSelectOption[]
  /** Selects one option alone: its text was pressed, or Enter. */
  onChoose: (value: string) => void
  /** Adds or removes one option: its checkbox was pressed, or Space. */
  onToggle: (value: string) => void
  hint: string
}

/**
 * Pressing a text chooses one option, as in a select; the checkboxes choose several. After a checkbox was pressed, or
 * while several are chosen, the text toggles too, so that a near miss does not clear the others.
 */
export function MultiSelect({ label, text, onRemove, options, onChoose, onToggle, hint }: MultiSelectProps) {
  const container = usePortalContainer()
  const [isOpen, setIsOpen] = useState(false)
  const listId = useId()
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <FilterPill label={label} text={text} onRemove={onRemove}>
        <Popover.Trigger asChild>
          <button
            type="button"
            role="combobox"
            aria-label={label}
            aria-haspopup="listbox"
            aria-expanded={isOpen}
            aria-controls={isOpen ? listId : undefined}
            className={pillControlClass}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
              event.preventDefault()
              setIsOpen(true)
            }}
          >
            {text}
          </button>
        </Popover.Trigger>
      </FilterPill>
      {isOpen && (
        <Popover.Portal container={container}>
          {/* Takes the press that closes the list, so that it does not open a row below. */}
          <div aria-hidden="true" className="fixed inset-0 z-50" />
        </Popover.Portal>
      )}
      <Popover.Portal container={container}>
        <Popover.Content
          aria-label={label}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            document.getElementById(listId)?.focus()
          }}
          className="z-60 flex max-h-[min(42rem,var(--radix-popover-content-available-height))] min-w-(--radix-popover-trigger-width) animate-rise flex-col overflow-hidden rounded-md border border-line bg-surface text-ink shadow-float"
        >
          <OptionList id={listId} label={label} options={options} onToggle={onToggle} onChoose={onChoose} onClose={() => setIsOpen(false)} />
          <p className="border-t border-line px-3 py-2 text-sm text-muted">{hint}</p>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

type OptionListProps = Pick<MultiSelectProps, 'label' | 'options' | 'onToggle' | 'onChoose'> & { id: string; onClose: () => void }

function OptionList({ id, label, options, onToggle, onChoose, onClose }: OptionListProps) {
  const firstSelected = Math.max(
    0,
    options.findIndex(({ isSelected }) => isSelected),
  )
  const [active, setActive] = useState(firstSelected)
  const isTicking = useRef(
    options.filter(({ isSelected, isShortcut }) => isSelected && !isShortcut).length > 1 &&
      !options.some(({ isSelected, isShortcut }) => isSelected && isShortcut),
  )
  const typed = useRef({ text: '', at: 0 })
  const optionId = (index: number): string => `${id}-${index}`

  const moveTo = (index: number): void => {
    setActive(index)
    document.getElementById(optionId(index))?.scrollIntoView({ block: 'nearest' })
  }
  const choose = (value: string): void => {
    onChoose(value)
    onClose()
  }
  const toggle = ({ value, isShortcut = false }: MultiSelectOption): void => {
    if (isShortcut) return choose(value)
    isTicking.current = true
    onToggle(value)
  }
  const handleKey = (event: KeyboardEvent): void => {
    const option = options[active]
    const next = findNextRow(event.key, active, options.length)
    if (event.key.length > 1 || event.key === ' ') typed.current = { text: '', at: 0 }
    if (next !== undefined) moveTo(next)
    else if (event.key === ' ' && option !== undefined) toggle(option)
    else if (event.key === 'Enter' && option !== undefined) choose(option.value)
    else if (event.key === 'Tab') return onClose()
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const found = findTyped(options, typed.current, event.key, event.timeStamp, active)
      if (found !== -1) moveTo(found)
    } else return
    event.preventDefault()
  }

  return (
    <ul
      id={id}
      role="listbox"
      aria-multiselectable="true"
      aria-label={label}
      aria-activedescendant={optionId(active)}
      tabIndex={0}
      onKeyDown={handleKey}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1 outline-none"
    >
      {options.map((option, index) => (
        // The list handles the keys.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <li
          key={option.value}
          id={optionId(index)}
          role="option"
          aria-selected={option.isSelected}
          onPointerMove={() => setActive(index)}
          onClick={({ target }) => (isTicking.current || isOnBox(target) ? toggle(option) : choose(option.value))}
          className={cn(
            'flex min-h-11 cursor-pointer items-center rounded-sm pr-3 select-none sm:min-h-9',
            index === active && 'bg-hover outline-2 -outline-offset-2 outline-focus',
            option.isShortcut && 'font-semibold',
          )}
        >
          {option.isShortcut ? (
            <Check aria-hidden="true" className={cn('mx-3 size-5 shrink-0 text-accent-ink', !option.isSelected && 'opacity-0')} />
          ) : (
            <span data-tick="" className="flex min-h-11 w-11 shrink-0 items-center justify-center self-stretch sm:min-h-9">
              <span
                className={cn(
                  'flex size-5 items-center justify-center rounded-sm border',
                  option.isSelected ? 'border-accent bg-accent text-on-accent' : 'border-line-strong bg-surface',
                )}
              >
                {option.isSelected && <Check aria-hidden="true" strokeWidth={3} className="size-3.5" />}
              </span>
            </span>
          )}
          {option.label}
        </li>
      ))}
    </ul>
  )
}

const isOnBox = (target: EventTarget): boolean => target instanceof Element && target.closest('[data-tick]') !== null

const typingPauseMs = 700

/** Type-ahead: index of the next option that begins with the typed text; repeating a letter steps through its matches. */
function findTyped(options: readonly MultiSelectOption[], typed: { text: string; at: number }, key: string, atMs: number, active: number): number {
  typed.text = atMs - typed.at > typingPauseMs ? key : typed.text + key
  typed.at = atMs
  const letters = typed.text.toLowerCase()
  const text = new Set(letters).size === 1 ? letters.slice(0, 1) : letters
  const from = text.length === 1 ? active + 1 : active
  const places = options.map((_, index) => (from + index) % options.length)
  return places.find((place) => options[place]?.label.toLowerCase().startsWith(text)) ?? -1
}
