import { ChevronRight } from 'lucide-react'
import type { PublicCustomer } from '../portal-api.ts'
import { t } from '../language/texts.ts'

/** Asks which of several customers with the same phone this is; shows only shortened names. */
export function ChooseName({ choices, onChoose }: { choices: readonly PublicCustomer[]; onChoose: (customer: PublicCustomer) => void }) {
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted">{t.chooseNameText()}</p>
      <ul className="border-t border-line">
        {choices.map((choice) => (
          <li key={choice.id} className="border-b border-line">
            <button
              type="button"
              onClick={() => onChoose(choice)}
              className="-mx-3 flex min-h-13 w-[calc(100%+1.5rem)] items-center gap-3 px-3 text-left text-input transition-colors hover:bg-hover"
            >
              <span className="min-w-0 flex-1 wrap-anywhere">{choice.name}</span>
              <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
