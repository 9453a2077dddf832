import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'
import { Spinner } from '../layout/spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
type ButtonSize = 'md' | 'lg'

const classByVariant: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent font-semibold hover:bg-accent-hover',
  secondary: 'border border-line-strong bg-surface text-ink hover:bg-hover',
  ghost: 'text-ink hover:bg-hover',
  danger: 'bg-danger text-on-danger font-semibold hover:bg-danger-hover',
}

const classBySize: Record<ButtonSize, string> = {
  md: 'min-h-11 px-4 text-base',
  lg: 'min-h-13 px-5 text-input',
}

/** For other elements, such as links: `<Link className={buttonClass('primary')}>`. */
export function buttonClass(variant: ButtonVariant = 'secondary', size: ButtonSize = 'md', className?: string): string {
  return cn(
    'inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-md transition-colors',
    '[&_svg]:size-5 [&_svg]:shrink-0 disabled:opacity-55 aria-disabled:opacity-55',
    classByVariant[variant],
    classBySize[size],
    className,
  )
}

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  /** Shows a spinner, keeps focus and width, and ignores presses. */
  busy?: boolean | undefined
}

export function Button({ variant, size, busy = false, className, children, onClick, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      className={cn(buttonClass(variant, size), 'relative', className)}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy && <Spinner className="absolute" />}
      {busy ? <span className="inline-flex items-center gap-2 opacity-0">{children}</span> : children}
    </button>
  )
}
