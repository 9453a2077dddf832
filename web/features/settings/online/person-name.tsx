export const personName = (name: string | null, loginId: string): string => name?.trim() || loginId

export function PersonLines({ name, loginId }: { name: string | null; loginId: string }) {
  return (
    <span className="min-w-0 flex-1 basis-40">
      <span className="block font-semibold break-words">{personName(name, loginId)}</span>
      {personName(name, loginId) !== loginId && <span className="block text-sm break-all text-muted">{loginId}</span>}
    </span>
  )
}
