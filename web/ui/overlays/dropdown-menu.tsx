import { Check } from 'lucide-react'
import * as RadixMenu from 'radix-ui/dropdown-menu'
import type { ReactNode } from 'react'
import { cn } from '../cn.ts'
import { Kbd } from '../keys/kbd.tsx'
import { usePortalContainer } from './portal-container.ts'

type DropdownMenuProps = {
  /** One button; gets aria-haspopup and aria-expanded. */
  trigger: ReactNode
  align?: 'start' | 'center' | 'end' | undefined
  isOpenAtFirst?: boolean | undefined
  /** Gets the focus when the menu closes, instead of the trigger. */
  returnTo?: (() => HTMLElement | null) | undefined
  children: ReactNode
}

export function DropdownMenu({ trigger, align = 'end', isOpenAtFirst = false, returnTo, children }: DropdownMenuProps) {
  const container = usePortalContainer()
  return (
    <RadixMenu.Root modal={false} defaultOpen={isOpenAtFirst}>
      <RadixMenu.Trigger asChild>{trigger}</RadixMenu.Trigger>
      <RadixMenu.Portal container={container}>
        {/* Takes the press that closes the menu, so that it does not open a row below. */}
        <div aria-hidden="true" className="fixed inset-0 z-50" />
      </RadixMenu.Portal>
      <RadixMenu.Portal container={container}>
        <RadixMenu.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            const target = returnTo?.()
            if (target == null) return
            event.preventDefault()
            target.focus()
          }}
          className="z-60 max-h-(--radix-dropdown-menu-content-available-height) min-w-56 max-w-[min(24rem,calc(100vw-1rem))] animate-rise overflow-y-auto rounded-md border border-line bg-surface p-1 text-ink shadow-float"
        >
          {children}
        </RadixMenu.Content>
      </RadixMenu.Portal>
    </RadixMenu.Root>
  )
}

const itemClass =
  'flex min-h-11 cursor-pointer select-none items-center gap-3 rounded-sm px-3 data-highlighted:bg-hover data-disabled:cursor-not-allowed data-disabled:opacity-55 focus-visible:-outline-offset-2 [&_svg]:size-5 [&_svg]:shrink-0'

type MenuItemProps = {
  onSelect: () => void
  icon?: ReactNode
  tone?: 'default' | 'danger' | undefined
  shortcut?: string | undefined
  disabled?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

export function MenuItem({ onSelect, icon, tone = 'default', shortcut, disabled, className, children }: MenuItemProps) {
  return (
    <RadixMenu.Item onSelect={onSelect} disabled={disabled ?? false} className={cn(itemClass, tone === 'danger' && 'text-danger-ink', className)}>
      {icon !== undefined && <span className={tone === 'danger' ? undefined : 'text-muted'}>{icon}</span>}
      <span className="min-w-0 flex-1">{children}</span>
      {shortcut && <Kbd keys={shortcut} />}
    </RadixMenu.Item>
  )
}

type MenuChoiceProps = {
  value: string
  onValueChange: (value: string) => void
  /** The group's accessible name; its visible heading if `showLabel`. */
  label: string
  showLabel?: boolean | undefined
  options: readonly { value: string; label: ReactNode; icon?: ReactNode }[]
}

export function MenuChoice({ value, onValueChange, label, showLabel = false, options }: MenuChoiceProps) {
  return (
    <RadixMenu.RadioGroup value={value} onValueChange={onValueChange} aria-label={label}>
      {showLabel && <MenuLabel>{label}</MenuLabel>}
      {options.map((option) => (
        <RadixMenu.RadioItem key={option.value} value={option.value} className={itemClass}>
          {option.icon !== undefined && <span className="flex text-muted">{option.icon}</span>}
          <span className="min-w-0 flex-1">{option.label}</span>
          <RadixMenu.ItemIndicator>
            <Check aria-hidden="true" className="text-accent-ink" />
          </RadixMenu.ItemIndicator>
        </RadixMenu.RadioItem>
      ))}
    </RadixMenu.RadioGroup>
  )
}

function MenuLabel({ children }: { children: ReactNode }) {
  return <RadixMenu.Label className="px-3 pt-2 pb-1 text-sm text-muted">{children}</RadixMenu.Label>
}

export function MenuSeparator() {
  return <RadixMenu.Separator className="my-1 h-px bg-line" />
}
