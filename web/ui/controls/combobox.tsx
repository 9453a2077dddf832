import { useCombobox } from 'downshift'
import { ChevronDown } from 'lucide-react'
import * as Popover from 'radix-ui/popover'
import { type ReactNode, type Ref, useEffect, useEffectEvent, useRef, useState } from 'react'
import { cn } from '../cn.ts'
import { inputClass, useFieldControl } from './field.tsx'
import { usePortalContainer } from '../overlays/portal-container.ts'
import { t } from '#web/language/controls-texts.ts'

type ComboboxProps<Item> = {
  /** The items that match the query; the owner filters, possibly asynchronously. */
  items: readonly Item[]
  selectedItem: Item | null
  onSelect: (item: Item | null) => void
  /** Gets the typed text; '' when the list opens unfiltered. */
  onQueryChange: (query: string) => void
  itemToString: (item: Item) => string
  itemKey: (item: Item) => string
  renderItem?: ((item: Item) => ReactNode) | undefined
  /** Shown without items; may hold a text with an action. */
  emptyText?: ReactNode
  /** The items are not there yet: Enter takes the first match as soon as they are. */
  isReading?: boolean | undefined
  /** What a typed text without items leads to, by its button or Enter. */
  onNone?: { toText: (query: string) => string; take: (query: string) => void } | undefined
  placeholder?: string | undefined
  onBlur?: (() => void) | undefined
  inputRef?: Ref<HTMLInputElement> | undefined
}

/** Must be inside a Field; keys follow the ARIA combobox pattern. */
export function Combobox<Item>(props: ComboboxProps<Item>) {
  const {
    items,
    selectedItem,
    onSelect,
    onQueryChange,
    itemToString,
    itemKey,
    renderItem,
    emptyText = t.nothingFound(),
    isReading = false,
    onNone,
    placeholder,
    onBlur,
    inputRef,
  } = props
  const control = useFieldControl()
  const container = usePortalContainer()
  const selectedText = selectedItem === null ? '' : itemToString(selectedItem)
  // null: nothing typed since the list opened, so the box shows the chosen item.
  const [typed, setTyped] = useState<string | null>(null)
  const query = typed ?? ''

  const changeQuery = (next: string | null) => {
    setTyped(next)
    onQueryChange(next ?? '')
  }

  const combobox = useCombobox<Item>({
    items: items as Item[],
    selectedItem,
    // The list opens at the chosen item; during typing, Enter takes the first match.
    ...(selectedItem !== null && typed === null ? {} : { defaultHighlightedIndex: 0 }),
    inputValue: typed ?? selectedText,
    itemToString: (item) => (item === null || item === undefined ? '' : itemToString(item)),
    itemToKey: (item) => (item === null || item === undefined ? null : itemKey(item)),
    ...(control.id ? { inputId: control.id, labelId: `${control.id}-label` } : {}),
    onStateChange: ({ type, selectedItem: chosen }) => {
      const { ItemClick, InputKeyDownEnter, FunctionSelectItem } = useCombobox.stateChangeTypes
      if ((type === ItemClick || type === InputKeyDownEnter || type === FunctionSelectItem) && chosen !== undefined) {
        changeQuery(null)
        onSelect(chosen)
      }
    },
    onIsOpenChange: ({ isOpen }) => {
      if (!isOpen) changeQuery(null)
    },
    stateReducer: (state, { type, changes }) => {
      const { InputKeyDownEscape, InputBlur } = useCombobox.stateChangeTypes
      // Esc on a closed list belongs to the dialog; leaving the box chooses nothing.
      if (type === InputKeyDownEscape || type === InputBlur) return { ...changes, selectedItem: state.selectedItem, inputValue: state.inputValue }
      return changes
    },
  })
  const takeNone = onNone !== undefined && query.trim() !== '' && items.length === 0 ? () => onNone.take(query.trim()) : undefined
  const isAwaited = useRef(false)
  const takeAwaited = useEffectEvent(() => {
    const [first] = items
    if (!isAwaited.current || first === undefined) return
    isAwaited.current = false
    combobox.closeMenu()
    onSelect(first)
  })
  useEffect(() => {
    if (!isReading) takeAwaited()
  }, [isReading])
  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps, getToggleButtonProps } = combobox

  return (
    <Popover.Root open={isOpen}>
      <Popover.Anchor asChild>
        <div className="relative w-full min-w-0">
          <input
            {...control}
            {...getInputProps({
              placeholder,
              ref: inputRef,
              onBlur,
              onFocus: (event) => event.currentTarget.select(),
              onKeyDown: (event) => {
                if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !isOpen || items.length > 0 || query.trim() === '') return
                event.preventDefault()
                // downshift would close the list, and what was typed or scanned would be gone.
                Object.assign(event.nativeEvent, { preventDownshiftDefault: true })
                if (isReading) isAwaited.current = true
                else takeNone?.()
              },
              // Handled here, not in downshift's effect, which would move the caret.
              onChange: (event) => {
                isAwaited.current = false
                changeQuery(event.currentTarget.value)
              },
            })}
            autoComplete="off"
            spellCheck={false}
            className={cn(inputClass, 'pr-11')}
          />
          <span className="absolute inset-y-0 right-0 flex items-center text-muted">
            <button
              {...getToggleButtonProps()}
              type="button"
              aria-label={isOpen ? t.closeList() : t.openList()}
              className="flex size-11 items-center justify-center"
            >
              <ChevronDown aria-hidden="true" className="size-5" />
            </button>
          </span>
        </div>
      </Popover.Anchor>
      <Popover.Portal container={container}>
        <Popover.Content
          role="presentation"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          className="z-60 flex max-h-[min(22rem,var(--radix-popover-content-available-height))] w-(--radix-popover-trigger-width) min-w-60 flex-col overflow-hidden rounded-md border border-line bg-surface shadow-float"
        >
          <ul {...getMenuProps({}, { suppressRefError: true })} className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1 empty:hidden">
            {items.map((item, index) => (
              <li
                key={itemKey(item)}
                {...getItemProps({ item, index })}
                className={cn(
                  'flex min-h-11 cursor-pointer flex-col justify-center rounded-sm px-3 py-1.5',
                  index === highlightedIndex && 'bg-hover outline-2 -outline-offset-2 outline-focus',
                  selectedItem !== null && itemKey(item) === itemKey(selectedItem) && 'bg-accent-soft',
                )}
              >
                {renderItem ? renderItem(item) : itemToString(item)}
              </li>
            ))}
          </ul>
          {items.length === 0 && (
            <div role="status" className="flex min-h-11 items-center px-4 py-2 text-muted">
              {emptyText}
              {query !== '' && <span className="sr-only"> {t.forTyped({ typed: query })}</span>}
            </div>
          )}
          {takeNone !== undefined && (
            <button
              type="button"
              className="m-1 min-h-11 rounded-sm px-3 py-1.5 text-left wrap-anywhere text-accent-ink outline-2 -outline-offset-2 outline-focus hover:bg-hover"
              // Keeps the focus in the box, whose blur would close the list before the press counts.
              onMouseDown={(event) => event.preventDefault()}
              onClick={takeNone}
            >
              {onNone?.toText(query.trim())}
            </button>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
