import { ibanToText, type WaysToPay } from '#schema/rules/money/pay-online.ts'
import { QrPicture } from '#web/ui/qr-picture.tsx'
import { Typed } from './sheet-parts.tsx'
import { usePaperTexts } from './paper-texts.tsx'

const sideMm = 30

/** The shop's payment link and account, each with its code where it has one. */
export function PayOnline({ pay: { link, transfer, ticket } }: { pay: WaysToPay }) {
  const t = usePaperTexts()
  return (
    <section className="paper-pay" aria-label={t.waysToPay()}>
      {transfer !== null && (
        <div>
          {transfer.qr !== null && <QrPicture text={transfer.qr} sideMm={sideMm} />}
          <div>
            <h2>{t.bankTransfer()}</h2>
            <p>
              <Typed text={transfer.name} />
            </p>
            <p>
              <bdi>{ibanToText(transfer.iban)}</bdi>
            </p>
            {transfer.bankName !== null && (
              <p>
                <Typed text={transfer.bankName} />
              </p>
            )}
            <p>
              <bdi>{t.reference({ ticket })}</bdi>
            </p>
          </div>
        </div>
      )}
      {link !== null && (
        <div>
          <QrPicture text={link} sideMm={sideMm} />
          <div>
            <h2>{t.payOnline()}</h2>
            <p className="paper-link">
              <a href={link} rel="noreferrer">
                <bdi dir="ltr">{link}</bdi>
              </a>
            </p>
          </div>
        </div>
      )}
    </section>
  )
}
