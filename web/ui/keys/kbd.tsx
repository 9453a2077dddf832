import { cn } from '../cn.ts'

/** A key or a sequence of keys, written as in useHotkeys: "g o" shows two keys. */
export function Kbd({ keys, className }: { keys: string; className?: string | undefined }) {
  return (
    <span className={cn('inline-flex gap-1', className)}>
      {keys.split(' ').map((key, index) => (
        <kbd
          key={`${key}${index}`}
          className="inline-flex h-6 min-w-6 items-center justify-center rounded-sm border border-line bg-sunken px-1.5 font-sans text-sm text-ink"
        >
          {key.length === 1 && key !== '?' && key !== '/' ? key.toUpperCase() : key}
        </kbd>
      ))}
    </span>
  )
}
