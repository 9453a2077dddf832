import { useState } from 'react'
import type { Customer } from '#schema/collections/work/customers.ts'
import { useCustomerSearch } from '#web/device/react/use-answers.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useRow } from '#web/device/react/use-row.ts'
import { Combobox } from '#web/ui/controls/combobox.tsx'
import { CustomerLine } from './customer-line.tsx'
import { t } from '#web/inputs/inputs-texts.ts'

const offered = 20

type CustomerPickerProps = {
  shopId: string
  value: string
  onValueChange: (customerId: string) => void
  /** Gets the typed text, so that the owner has it when the list closes without a choice. */
  onType?: ((text: string) => void) | undefined
  /** Offered where nobody is found: goes on with the typed text. */
  onUnknown?: ((text: string) => void) | undefined
  onBlur?: (() => void) | undefined
  inputRef?: ((input: HTMLInputElement | null) => void) | undefined
}

/** Finds a customer by name, phone or alternate phone. Must be inside a Field. */
export function CustomerPicker({ shopId, value, onValueChange, onType, onUnknown, onBlur, inputRef }: CustomerPickerProps) {
  const device = useDevice()
  const [query, setQuery] = useState('')
  const customers = useCustomerSearch(shopId, query, offered)
  const chosen = useRow('customers', value === '' ? null : value)
  const selectedItem = chosen.state === 'ready' ? (chosen.row ?? null) : null
  // The list may still show the answer to a shorter text.
  const takeUnknown = async (text: string): Promise<void> => {
    const [found] = await device.lists.searchCustomers(shopId, text, 1)
    if (found === undefined) onUnknown?.(text)
    else onValueChange(found.id)
  }
  return (
    <Combobox<Customer>
      items={customers}
      selectedItem={selectedItem}
      onSelect={(customer) => {
        onType?.('')
        onValueChange(customer?.id ?? '')
      }}
      onQueryChange={(text) => {
        setQuery(text)
        if (text !== '') onType?.(text)
      }}
      itemToString={({ name }) => name}
      itemKey={({ id }) => id}
      renderItem={(customer) => <CustomerLine customer={customer} />}
      emptyText={t.noCustomer()}
      onNone={onUnknown && { toText: (text) => t.newCustomer({ name: text }), take: (text) => void takeUnknown(text) }}
      placeholder={t.nameOrPhone()}
      onBlur={onBlur}
      inputRef={inputRef}
    />
  )
}
