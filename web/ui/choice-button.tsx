import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useRowTabIndex } from './active-row.ts'
import { cn } from './cn.ts'
import { DropdownMenu, MenuChoice } from './dropdown-menu.tsx'

type ChoiceButtonProps = {
  /** The accessible name, with what is chosen now. */
  label: string
  /** Names the list of choices. */
  menuLabel: string
  value: string
  options: readonly { value: string; label: ReactNode }[]
  onChoose: (value: string) => void
  className?: string | undefined
  /** What is chosen now. */
  children: ReactNode
}

/** A value in a list's row that is changed right there. Its menu is made with the first press: a list has many of these. */
export function ChoiceButton({ label, menuLabel, value, options, onChoose, className, children }: ChoiceButtonProps) {
  const [isMade, setIsMade] = useState(false)
  const face = <Face aria-label={label} className={className}>{children}</Face>
  if (!isMade) return <Face aria-label={label} aria-haspopup="menu" aria-expanded={false} className={className} onClick={() => setIsMade(true)}>{children}</Face>
  return (
    <DropdownMenu trigger={face} align="start" isOpenAtFirst>
      <MenuChoice label={menuLabel} value={value} options={options} onValueChange={(next) => next !== value && onChoose(next)} />
    </DropdownMenu>
  )
}

function Face({ className, children, ...rest }: ComponentProps<'button'>) {
  const tabIndex = useRowTabIndex()
  return (
    <button
      {...rest}
      type="button"
      tabIndex={tabIndex}
      className={cn('group/choice -mx-1.5 -my-1.5 inline-flex min-h-11 max-w-[calc(100%+0.75rem)] min-w-0 items-center gap-1 rounded-md px-1.5 py-1 text-left hover:bg-sunken focus-visible:-outline-offset-2', className)}
    >
      {children}
      <ChevronDown
        aria-hidden="true"
        className="size-4 shrink-0 text-muted [@media(hover:hover)]:opacity-0 group-hover/choice:opacity-100 group-focus-visible/choice:opacity-100 group-data-[state=open]/choice:opacity-100"
      />
    </button>
  )
}
