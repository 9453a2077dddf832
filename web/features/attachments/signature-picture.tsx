import type { FileView } from '#web/device/react/use-files.ts'

/** The signature on white, in dark mode too, or why it cannot be shown. */
export function SignaturePicture({ view, signedName }: { view: FileView; signedName: string }) {
  if (view.state !== 'here') return <p className="text-sm text-muted">{viewText[view.state]}</p>
  return <img src={view.url} alt={`Signature of ${signedName}`} className="h-24 rounded-md border border-line bg-paper object-contain" />
}

const viewText = {
  loading: 'Loading...',
  missing: 'Signed, but its picture is neither on this device nor on the server.',
  away: 'Signed. Its picture comes as soon as there is a connection.',
} as const
