import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Combobox } from './combobox.tsx'
import { Field } from './field.tsx'

function Articles({ names }: { names: readonly string[] | undefined }) {
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState<string[]>([])
  return (
    <>
      <Field label="Article">
        <Combobox
          items={(names ?? []).filter((name) => name.includes(query))}
          isReading={names === undefined}
          selectedItem={null}
          onSelect={(name) => name !== null && setChosen([...chosen, name])}
          onQueryChange={setQuery}
          itemToString={(name) => name}
          itemKey={(name) => name}
        />
      </Field>
      <output>{chosen.join(', ')}</output>
    </>
  )
}

test('Enter pressed before the list is there takes the first match as soon as it is, and never throws the typed text away', async () => {
  const screen = await render(<Articles names={undefined} />)
  const box = screen.getByRole('combobox', { name: 'Article' })
  await box.click()
  await userEvent.keyboard('cable{Enter}')
  await expect.element(box).toHaveValue('cable')
  await screen.rerender(<Articles names={['Charger', 'USB-C cable']} />)
  await expect.element(screen.getByRole('status')).toHaveTextContent('USB-C cable')
  await expect.element(box).toHaveValue('')
  await expect.element(box).toHaveAttribute('aria-expanded', 'false')

  await userEvent.keyboard('unknown{Enter}')
  await expect.element(box).toHaveValue('unknown')
})
