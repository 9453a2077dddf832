import { cn } from '../cn.ts'

export function Skeleton({ className }: { className?: string | undefined }) {
  return <span aria-hidden="true" className={cn('block h-3.5 w-full animate-pulse rounded-sm bg-line', className)} />
}
