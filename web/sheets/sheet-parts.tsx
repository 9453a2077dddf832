import { Fragment } from 'react'
import { usePaperTexts } from './paper-texts.tsx'

/** User text with its line breaks, in the direction of its script. */
export function Typed({ text }: { text: string }) {
  return (
    <bdi dir="auto" className="paper-typed">
      {text}
    </bdi>
  )
}

export type LetterheadShop = {
  name: string
  address: string | null
  phone: string | null
  email: string | null
  website: string | null
  taxId: string | null
  /** Where the picture is, or its data. */
  logo: string | null
}

export function Letterhead({ shop }: { shop: LetterheadShop }) {
  const t = usePaperTexts()
  const contacts = [shop.phone, shop.email, shop.website].filter((text): text is string => text !== null && text.trim() !== '')
  return (
    <header className="paper-head">
      {shop.logo !== null && <img className="paper-logo" src={shop.logo} alt="" />}
      <div className="paper-head-text">
        <p className="paper-shop">
          <Typed text={shop.name} />
        </p>
        {shop.address !== null && (
          <p>
            <Typed text={shop.address} />
          </p>
        )}
        {contacts.length > 0 && (
          <p>
            <TypedRow texts={contacts} between=" · " />
          </p>
        )}
        {shop.taxId !== null && (
          <p>
            <Typed text={t.taxIdOf({ taxId: shop.taxId })} />
          </p>
        )}
      </div>
    </header>
  )
}

/** Texts in one line, each in its own direction: the words of one never turn round those of another. */
function TypedRow({ texts, between }: { texts: readonly string[]; between: string }) {
  return texts.map((text, index) => (
    <Fragment key={index}>
      {index > 0 && between}
      <Typed text={text} />
    </Fragment>
  ))
}

/** A labelled list, one text a line, some with a quantity in front; renders nothing when empty. */
export function ListFact({ label, items }: { label: string; items: readonly { text: string; quantity?: string }[] }) {
  if (items.length === 0) return null
  return (
    <div className="paper-fact">
      <dt>{label}</dt>
      <dd>
        <ul className="paper-list">
          {items.map(({ text, quantity = '1' }, index) => (
            <li key={index}>
              {quantity !== '1' && <bdi>{quantity} × </bdi>}
              <Typed text={text} />
            </li>
          ))}
        </ul>
      </dd>
    </div>
  )
}

/** A labelled value; renders nothing when empty. */
export function Fact({ label, text }: { label: string; text: string | null | undefined }) {
  if (text === null || text === undefined || text.trim() === '') return null
  return (
    <div className="paper-fact">
      <dt>{label}</dt>
      <dd>
        <Typed text={text} />
      </dd>
    </div>
  )
}

/** A sum below the lines of a table. */
export function SumRow({ name, amount, className }: { name: string; amount: string; className?: string }) {
  return (
    <tr className={className}>
      <th scope="row">
        <Typed text={name} />
      </th>
      <td className="paper-amount">{amount}</td>
    </tr>
  )
}
