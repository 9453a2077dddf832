import type { FileView } from '#web/device/react/use-files.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './attachments-texts.ts'

/** The signature on white, in dark mode too, or why it cannot be shown. */
export function SignaturePicture({ view, signedName }: { view: FileView; signedName: string }) {
  if (view.state !== 'here') return <p className="text-sm text-muted">{viewText[view.state]}</p>
  return <img src={view.url} alt={t.signatureOf({ name: signedName })} className="h-24 rounded-md border border-line bg-paper object-contain" />
}

const viewText = {
  loading: common.loading(),
  missing: t.signatureMissing(),
  away: t.signatureAway(),
} as const
