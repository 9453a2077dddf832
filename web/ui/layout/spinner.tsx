import { cn } from '../cn.ts'

/** Decorative, so pair it with a text. Static with reduced motion. */
export function Spinner({ className }: { className?: string | undefined }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" fill="none" className={cn('size-5 animate-spin', className)}>
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity="0.25" strokeWidth="3" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}

/** Fills the page's middle; `text` in the language of its reader. */
export function TextSpinner({ text }: { text: string }) {
  return (
    <div role="status" className="flex min-h-[60dvh] flex-col items-center justify-center gap-3 text-muted">
      <Spinner className="size-8 text-accent-ink" />
      <span>{text}</span>
    </div>
  )
}
