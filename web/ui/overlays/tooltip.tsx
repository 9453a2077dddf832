import * as RadixTooltip from 'radix-ui/tooltip'
import { type ReactNode, useRef, useState } from 'react'
import { usePortalContainer } from './portal-container.ts'

type TooltipProps = {
  text: string
  /** One focusable element. */
  children: ReactNode
}

/** Explains an icon on hover and focus. It gives no accessible name: the trigger needs its own. */
export function Tooltip({ text, children }: TooltipProps) {
  const container = usePortalContainer()
  const [isOpen, setIsOpen] = useState(false)
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const changeOpen = (opens: boolean): void => {
    clearTimeout(closing.current)
    if (opens) return setIsOpen(true)
    // Unmounting while Tab moves the focus to the next field would make a dialog's focus trap take the focus back.
    closing.current = setTimeout(() => setIsOpen(false), 0)
  }
  return (
    <RadixTooltip.Provider delayDuration={500} skipDelayDuration={200}>
      <RadixTooltip.Root open={isOpen} onOpenChange={changeOpen}>
        <RadixTooltip.Trigger
          asChild
          onFocus={(event) => {
            // Focus that moves here because a menu or dialog opened or closed must not show the tooltip.
            if (findLayer(event.currentTarget) !== findLayer(event.relatedTarget) || event.relatedTarget === null) event.preventDefault()
          }}
        >
          {children}
        </RadixTooltip.Trigger>
        <RadixTooltip.Portal container={container}>
          <RadixTooltip.Content
            side="bottom"
            sideOffset={6}
            collisionPadding={8}
            className="z-60 flex max-w-72 animate-fade-in items-center gap-2 rounded-md bg-ink px-2.5 py-1.5 text-sm text-canvas shadow-float"
          >
            {text}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  )
}

function findLayer(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest('[role="dialog"], [role="menu"]') : null
}
