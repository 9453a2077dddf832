import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

/**
 * The views at the bottom edge (tablet in portrait, phone). Give the page `pb-(--bottom-bar-height)`, and fill the bar
 * with links that use `bottomBarItemClass`.
 */
export function BottomBar({ label, className, children }: { label: string; className?: string | undefined; children: ReactNode }) {
  return (
    <nav aria-label={label} className={cn('fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]', className)}>
      {children}
    </nav>
  )
}

/** One entry; set aria-current="page" on the current one. */
export function bottomBarItemClass(className?: string): string {
  return cn(
    'flex h-(--bottom-bar-height) min-w-0 flex-1 flex-col items-center justify-center gap-0.5 px-1 text-xs text-muted',
    'aria-[current=page]:font-semibold aria-[current=page]:text-accent-ink focus-visible:-outline-offset-2 [&_svg]:size-5',
    className,
  )
}
