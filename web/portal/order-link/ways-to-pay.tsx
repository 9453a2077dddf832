import { lazy, Suspense } from 'react'
import { ibanToText, type WaysToPay } from '#schema/rules/money/pay-online.ts'
import type { ShopFormat } from '#schema/rules/shop/format.ts'
import { t } from '../language/texts.ts'

/** Loaded only where there is a code to show. */
const QrPicture = lazy(async () => ({ default: (await import('../../ui/qr-picture.tsx')).QrPicture }))

/** Pays the balance by the shop's link, or by a transfer whose code a banking app reads. */
export function PayOnline({ pay: { link, transfer, amount, ticket }, format }: { pay: WaysToPay; format: ShopFormat }) {
  return (
    <section aria-label={t.waysToPay()} className="flex flex-col gap-4">
      {link !== null && (
        <a
          href={link}
          rel="noreferrer"
          className="inline-flex min-h-12 items-center justify-center rounded-md bg-accent px-5 text-input font-semibold text-on-accent no-underline"
        >
          {t.payOnline({ amount: format.money(amount) })}
        </a>
      )}
      {transfer !== null && (
        <div className="flex flex-wrap items-start gap-4">
          {transfer.qr !== null && (
            <div className="rounded-md bg-white">
              <Suspense fallback={null}>
                <QrPicture text={transfer.qr} sideMm={36} />
              </Suspense>
            </div>
          )}
          <dl className="flex min-w-0 flex-col gap-1">
            <dt className="font-semibold">{t.bankTransfer()}</dt>
            <dd className="wrap-anywhere">{transfer.name}</dd>
            <dd className="tabular-nums">{ibanToText(transfer.iban)}</dd>
            {transfer.bankName !== null && <dd className="text-muted wrap-anywhere">{transfer.bankName}</dd>}
            <dd className="text-muted">{t.reference({ ticket })}</dd>
          </dl>
        </div>
      )}
    </section>
  )
}
