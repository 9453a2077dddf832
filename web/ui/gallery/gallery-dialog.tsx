import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Chip } from '../layout/badge.tsx'
import { Button } from '../controls/button.tsx'
import { Checkbox } from '../controls/checkbox.tsx'
import { Combobox } from '../controls/combobox.tsx'
import { ConfirmRow } from '../overlays/confirm-row.tsx'
import { DateField } from '../controls/date-field.tsx'
import { Dialog } from '../overlays/dialog.tsx'
import { Field } from '../controls/field.tsx'
import { PasswordField } from '../controls/password-field.tsx'
import { Select } from '../controls/select.tsx'
import { TextArea } from '../controls/text-area.tsx'
import { TextField } from '../controls/text-field.tsx'
import { showToast } from '../overlays/toast-store.ts'

const people = ['Ana Souza', 'Bram de Vries', 'Chiara Lombardi', 'David Okafor', 'Elif Kaya', 'Fatima Zahra', 'Gwen Hughes'].map((name, index) => ({
  id: String(index),
  name,
  phone: `+44 7700 9001${index}${index}`,
}))

function PersonBox() {
  const [query, setQuery] = useState('')
  const [person, setPerson] = useState<(typeof people)[number] | null>(null)
  return (
    <Combobox
      items={people.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()))}
      selectedItem={person}
      onSelect={setPerson}
      onQueryChange={setQuery}
      itemToString={({ name }) => name}
      itemKey={({ id }) => id}
      renderItem={({ name, phone }) => (
        <>
          <span>{name}</span>
          <span className="text-sm text-muted tabular-nums">{phone}</span>
        </>
      )}
      emptyText="No customer found"
      placeholder="Name or phone"
    />
  )
}

export function Fields() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Customer" required>
        <PersonBox />
      </Field>
      <Field label="Device Details" required error="Device details are required">
        <TextField defaultValue="" />
      </Field>
      <Field label="Quote" hint="Leave empty when not quoted yet">
        <TextField numeric inputMode="decimal" defaultValue="129.00" trail={<span className="pr-3">GBP</span>} />
      </Field>
      <Field label="Status">
        <Select
          defaultValue="2"
          options={[
            { value: '1', label: 'New' },
            { value: '2', label: 'Waiting for parts' },
            { value: '3', label: 'Repaired' },
          ]}
        />
      </Field>
      <Field label="Due date">
        <DateField defaultValue="2026-11-30" />
      </Field>
      <Field label="Password">
        <PasswordField defaultValue="secret" />
      </Field>
      <Field label="Issue Description" className="sm:col-span-2">
        <TextArea defaultValue={'Does not charge. Port is loose.\nCustomer says it fell into sand.'} />
      </Field>
      <Checkbox label="Priority" defaultChecked />
      <Checkbox label="Repeat" hint="It was here before with the same fault" />
    </div>
  )
}

export function SheetDemo({ open, onClose, size }: { open: boolean; onClose: () => void; size: 'sm' | 'md' | 'sheet' }) {
  return (
    <Dialog
      open={open}
      onCloseRequest={onClose}
      size={size}
      title="Edit Order"
      description="Ana Souza, +44 7700 900100"
      headerAside={<Chip tone="waiting">Waiting for parts</Chip>}
      onSubmit={(event) => {
        event.preventDefault()
        showToast({ title: 'Order updated', tone: 'success' })
        onClose()
      }}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <div className="flex items-center gap-3">
            <span className="text-sm text-muted max-sm:hidden">Saved on this device</span>
            <Button variant="primary" type="submit">
              Save
            </Button>
          </div>
        </>
      }
    >
      {size === 'sm' ? <p>Unsaved changes will be lost.</p> : <Fields />}
      <div className="mt-8 border-t border-line pt-3">
        <ConfirmRow label="Delete" icon={<Trash2 aria-hidden="true" />} question="Are you sure you want to delete this order?" onConfirm={onClose} />
      </div>
    </Dialog>
  )
}
