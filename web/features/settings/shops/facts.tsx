type FactsProps = { facts: readonly { label: string; value: string | null | undefined }[] }

/** Names and values, one a line; 'N/A' where there is none (SHOPSET-01). */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className="border-t border-line">
      {facts.map(({ label, value }) => (
        <div key={label} className="flex min-h-11 flex-wrap items-center gap-x-4 border-b border-line py-1.5">
          <dt className="w-44 shrink-0 text-sm text-muted">{label}</dt>
          <dd className="min-w-0 tabular-nums">{value || 'N/A'}</dd>
        </div>
      ))}
    </dl>
  )
}
