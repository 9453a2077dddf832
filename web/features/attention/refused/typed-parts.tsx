import type { ChangePart } from '../change-words.ts'

/** All values with their field names; long texts scroll in their own box. */
export function TypedParts({ parts }: { parts: readonly ChangePart[] }) {
  const shown = parts.filter(({ values }) => parts.length > 1 || values.length > 0)
  if (shown.length === 0) return null
  return (
    <div className="mt-1.5 flex flex-col gap-2 rounded-sm bg-sunken px-3 py-2 text-sm">
      {shown.map(({ heading, values }, index) => (
        <div key={`${heading}${index}`}>
          {parts.length > 1 && <p className="font-semibold">{heading}</p>}
          <dl className="grid grid-cols-[minmax(5rem,auto)_minmax(0,1fr)] gap-x-3 gap-y-0.5">
            {values.map(({ label, value }) => (
              <div key={label} className="contents">
                <dt className="text-muted">{label}</dt>
                {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text scrolls, and must be reached with the keyboard */}
                <dd className="max-h-56 overflow-y-auto wrap-anywhere whitespace-pre-wrap" tabIndex={value.length > 400 ? 0 : undefined}>
                  {value}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </div>
  )
}
