import { Boxes } from 'lucide-react'
import { Chip } from '#web/ui/layout/badge.tsx'
import { cn } from '#web/ui/cn.ts'
import { t } from './inventory-texts.ts'

type UnitCountProps = {
  /** The visible text; screen readers get `spoken` after it. */
  children: string
  spoken: string
  title?: string | undefined
  className?: string | undefined
}

/** Number of pieces: a round badge with a boxes icon. */
export function UnitCount({ children, spoken, title, className }: UnitCountProps) {
  return (
    <>
      <Chip title={title} icon={<Boxes aria-hidden="true" />} className={className}>
        {children}
      </Chip>
      <span className="sr-only"> {spoken}</span>
    </>
  )
}

type ProductCountProps = {
  count: number
  tone?: 'neutral' | 'warn' | undefined
  /** Hides the word visually; screen readers still read it. */ isShort?: boolean | undefined
}

/** Number of products: a square badge with the word; nothing for zero. */
export function ProductCount({ count, tone = 'neutral', isShort = false }: ProductCountProps) {
  if (count === 0) return null
  return (
    <span
      className={cn(
        'inline-flex shrink-0 items-center rounded-sm border px-1.5 text-sm tabular-nums',
        tone === 'warn' ? 'border-current text-warn-ink' : 'border-line-strong text-muted',
      )}
    >
      {count}
      <span className={cn('whitespace-pre', isShort && 'sr-only')}>{` ${t.products({ count })}`}</span>
    </span>
  )
}
