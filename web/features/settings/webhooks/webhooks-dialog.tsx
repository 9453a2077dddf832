import { Copy, Plus } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Webhook, WebhookCreated } from '#schema/api/programs/webhooks.ts'
import { BackGuard } from '#web/forms/back-guard.tsx'
import { useClosing } from '#web/forms/use-closing.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { OfflineNotice } from '../online/online-work.tsx'
import { Section } from '../online/section.tsx'
import { AddWebhook } from './add-webhook.tsx'
import { Deliveries } from './deliveries.tsx'
import { WebhookList } from './webhook-list.tsx'
import { common } from '#web/language/common-texts.ts'
import { settings } from '../all/settings-texts.ts'
import { t } from '../messages/settings-messages-texts.ts'

type Shown = { part: 'list' } | { part: 'add' } | { part: 'created'; created: WebhookCreated } | { part: 'deliveries'; webhook: Webhook }

const list = { part: 'list' } as const

/** Manages the shop's webhooks; needs a connection. */
export function WebhooksDialog({ shop, onClose }: { shop: { id: string; name: string }; onClose: () => void }) {
  const closing = useClosing(onClose)
  const [shown, setShown] = useState<Shown>(list)
  const { title, body, footer } = toParts(shop.id, shown, setShown, closing.close)
  return (
    <>
      <Dialog
        open
        size="md"
        title={title}
        description={shop.name}
        onCloseRequest={closing.close}
        footer={footer}
        isClosedByFooter={shown.part === 'created'}
        initialFocus={() => document.querySelector<HTMLElement>('[data-webhooks-start]')}
      >
        <OfflineNotice className="mb-4" />
        {body}
      </Dialog>
      <BackGuard isActive isClosing={closing.isClosing} onBack={closing.close} />
    </>
  )
}

/** The same outside of a dialog. */
export function Webhooks({ shopId }: { shopId: string }) {
  const [shown, setShown] = useState<Shown>(list)
  const { title, body, footer } = toParts(shopId, shown, setShown, () => setShown(list))
  return (
    <Section id="webhooks" title={title}>
      {body}
      {footer !== undefined && <div className="mt-4 flex flex-wrap gap-3">{footer}</div>}
    </Section>
  )
}

function toParts(shopId: string, shown: Shown, show: (next: Shown) => void, close: () => void): { title: string; body: ReactNode; footer?: ReactNode } {
  const back = (): void => show(list)
  switch (shown.part) {
    case 'list':
      return {
        title: t.hooks.title(),
        body: (
          <>
            <p className="mb-4 text-muted">
              {t.hooks.text()}{' '}
              <a href="/api/docs" target="_blank" rel="noreferrer" className="-my-3 inline-block py-3 text-accent-ink underline underline-offset-2">
                {t.hooks.whatTheyGet()}
              </a>
            </p>
            <Button data-webhooks-start className="mb-4" onClick={() => show({ part: 'add' })}>
              <Plus aria-hidden="true" />
              {t.hooks.add()}
            </Button>
            <WebhookList shopId={shopId} onDeliveries={(webhook) => show({ part: 'deliveries', webhook })} />
          </>
        ),
      }
    case 'add':
      return { title: t.hooks.add(), body: <AddWebhook shopId={shopId} onAdded={(created) => show({ part: 'created', created })} onCancel={back} /> }
    case 'created':
      return { title: t.hooks.added(), body: <Secret created={shown.created} />, footer: <SecretButtons secret={shown.created.secret} onDone={back} /> }
    case 'deliveries':
      return {
        title: t.hooks.deliveries(),
        body: <Deliveries shopId={shopId} webhook={shown.webhook} />,
        footer: (
          <>
            <Button onClick={back}>{common.back()}</Button>
            <Button variant="primary" onClick={close}>
              {settings.done()}
            </Button>
          </>
        ),
      }
  }
}

function Secret({ created: { url, secret } }: { created: WebhookCreated }) {
  const field = useRef<HTMLInputElement>(null)
  // The focused form is gone, so focus this field.
  useEffect(() => field.current?.select(), [])
  return (
    <>
      <p className="mb-4 wrap-anywhere text-muted">{url}</p>
      <Field label={t.hooks.secret()} hint={t.hooks.secretHint()}>
        <TextField ref={field} readOnly value={secret} autoComplete="off" spellCheck={false} className="font-mono" onFocus={(event) => event.target.select()} />
      </Field>
    </>
  )
}

function SecretButtons({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <>
      <CopyButton readText={() => secret} icon={<Copy aria-hidden="true" />}>
        {common.copy()}
      </CopyButton>
      <Button variant="primary" onClick={onDone}>
        {settings.done()}
      </Button>
    </>
  )
}
