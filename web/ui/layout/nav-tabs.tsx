import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

/** The views in the top bar; fill it with links that use `navTabClass`. */
export function NavTabs({ label, className, children }: { label: string; className?: string | undefined; children: ReactNode }) {
  return (
    <nav aria-label={label} className={cn('flex min-w-0 items-stretch overflow-x-auto', className)}>
      {children}
    </nav>
  )
}

/** Set aria-current="page" on the current link. */
export function navTabClass(className?: string): string {
  return cn(
    'relative inline-flex min-h-11 shrink-0 items-center gap-2 whitespace-nowrap rounded-md px-3 text-muted transition-colors',
    'hover:bg-hover hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink focus-visible:-outline-offset-2',
    'after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 after:rounded-full aria-[current=page]:after:bg-accent [&_svg]:size-5',
    className,
  )
}
