import type { ComponentProps, ReactNode } from 'react'
import { type ButtonVariant, buttonClass } from './button.tsx'
import { cn } from '../cn.ts'
import { Tooltip } from '../overlays/tooltip.tsx'

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** The accessible name; also the tooltip. */
  label: string
  icon: ReactNode
  variant?: ButtonVariant | undefined
}

export function IconButton({ label, icon, variant = 'ghost', className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button {...rest} type={type} aria-label={label} className={cn(buttonClass(variant), 'size-11 px-0', className)}>
        {icon}
      </button>
    </Tooltip>
  )
}
