import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

export type ChipTone = 'new' | 'work' | 'waiting' | 'done' | 'closed' | 'neutral' | 'accent' | 'warn' | 'danger' | 'ok'

const classByTone: Record<ChipTone, string> = {
  new: 'bg-status-new-soft text-status-new-ink',
  work: 'bg-status-work-soft text-status-work-ink',
  waiting: 'bg-status-waiting-soft text-status-waiting-ink',
  done: 'bg-status-done-soft text-status-done-ink',
  closed: 'bg-status-closed-soft text-status-closed-ink',
  neutral: 'bg-sunken text-muted',
  accent: 'bg-accent-soft text-accent-ink',
  warn: 'bg-warn-soft text-warn-ink',
  danger: 'bg-danger-soft text-danger-ink',
  ok: 'bg-ok-soft text-ok-ink',
}

type ChipProps = {
  tone?: ChipTone | undefined
  icon?: ReactNode
  title?: string | undefined
  canWrap?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

/** A status label. Each of the five status groups has its own tone. */
export function Chip({ tone = 'neutral', icon, title, canWrap = false, className, children }: ChipProps) {
  return (
    <span
      title={title}
      className={cn(
        'inline-flex max-w-full items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm [&_svg]:size-3.5 [&_svg]:shrink-0',
        classByTone[tone],
        canWrap && 'rounded-chip px-2 leading-tight',
        className,
      )}
    >
      {icon}
      <span className={canWrap ? 'whitespace-normal wrap-break-word' : 'truncate'}>{children}</span>
    </span>
  )
}

export function Tag({ tone = 'neutral', className, children }: { tone?: ChipTone | undefined; className?: string | undefined; children: ReactNode }) {
  return <span className={cn('inline-flex shrink-0 items-center rounded-sm px-1.5 text-sm font-semibold', classByTone[tone], className)}>{children}</span>
}

type CountBadgeProps = {
  count: number
  tone?: ChipTone | undefined
  label?: string | undefined
  /** Shows every digit; otherwise counts above 9999 show as '9999+'. */
  isExact?: boolean | undefined
}

export function CountBadge({ count, tone = 'neutral', label, isExact = false }: CountBadgeProps) {
  if (count === 0) return null
  return (
    <span
      aria-label={label === undefined ? undefined : `${count} ${label}`}
      role={label === undefined ? undefined : 'img'}
      className={cn('inline-flex h-5 min-w-5 items-center justify-center rounded-full px-1.5 text-xs font-semibold tabular-nums', classByTone[tone])}
    >
      {count > 9999 && !isExact ? '9999+' : count}
    </span>
  )
}

const dotClassByTone = { ok: 'bg-ok', warn: 'bg-warn', danger: 'bg-danger', neutral: 'bg-line-strong', accent: 'bg-accent' }

/** Decorative: needs a text beside it that says the same. */
export function Dot({ tone }: { tone: keyof typeof dotClassByTone }) {
  return <span aria-hidden="true" className={cn('inline-block size-2.5 shrink-0 rounded-full', dotClassByTone[tone])} />
}
