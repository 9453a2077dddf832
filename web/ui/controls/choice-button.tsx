import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useRowTabIndex } from '../tables/active-row.ts'
import { cn } from '../cn.ts'
import { DropdownMenu, MenuChoice } from '../overlays/dropdown-menu.tsx'

type ChoiceButtonProps = {
  /** The tooltip, e.g. "Change the status". The accessible name is the current value. */
  hint: string
  menuLabel: string
  value: string
  options: readonly { value: string; label: ReactNode }[]
  onChoose: (value: string) => void
  className?: string | undefined
  children: ReactNode
}

/** Changes a value within its list row. The menu mounts at the first press, because a list has many of these buttons. */
export function ChoiceButton({ hint, menuLabel, value, options, onChoose, className, children }: ChoiceButtonProps) {
  const [isMade, setIsMade] = useState(false)
  if (!isMade) {
    return (
      <Face title={hint} aria-haspopup="menu" aria-expanded={false} className={className} onClick={() => setIsMade(true)}>
        {children}
      </Face>
    )
  }
  const face = (
    <Face title={hint} className={className}>
      {children}
    </Face>
  )
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
      className={cn(
        '-mx-1.5 -my-1.5 inline-flex min-h-11 max-w-[calc(100%+0.75rem)] min-w-0 items-center gap-1 rounded-md px-1.5 py-0.5 text-left hover:bg-sunken focus-visible:-outline-offset-2 data-[state=open]:bg-sunken',
        className,
      )}
    >
      {children}
      {/* On phones only: no hover shows that the value can be pressed. */}
      <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-muted sm:hidden" />
    </button>
  )
}
