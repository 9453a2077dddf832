/** Written as in useHotkeys: "g o" shows two keys. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className="inline-flex gap-1">
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
