import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { focusMain } from '../layout/focus-main.ts'

type FilterChipProps = { onRemove: () => void; /** For the button's name: "Remove filter {name}: …". */ name: string; children: ReactNode }

export function FilterChip({ onRemove, name, children }: FilterChipProps) {
  return (
    <button
      type="button"
      onClick={(event) => {
        const neighbour = event.currentTarget.nextElementSibling
        onRemove()
        // The pressed chip is removed, so the focus moves to its neighbour, else to the page's content.
        requestAnimationFrame(() => {
          if (document.activeElement !== document.body) return
          if (neighbour instanceof HTMLElement && neighbour.isConnected) neighbour.focus()
          else focusMain()
        })
      }}
      className="group inline-flex min-h-11 max-w-full items-center rounded-full"
    >
      <span className="inline-flex h-8 min-w-0 items-center gap-1.5 rounded-full bg-accent-soft pr-2 pl-3 text-sm text-accent-ink transition-colors group-hover:bg-hover">
        <span className="sr-only">Remove filter {name}: </span>
        <span className="truncate">{children}</span>
        <X aria-hidden="true" className="size-4 shrink-0" />
      </span>
    </button>
  )
}
