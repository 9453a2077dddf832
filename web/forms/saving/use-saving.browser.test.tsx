import { useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { z } from 'zod'
import { schemaToResolver } from '../drafts/use-draft-form.ts'
import { useIsSaving, useSaving } from './use-saving.ts'

type Typed = { name: string }

const schema: z.ZodType<Typed, Typed> = z.object({ name: z.string().min(1, 'A name is required') })

type Shown = { save: (typed: Typed) => Promise<void>; onDrawn?: () => void; name?: string }

function Form({ save, onDrawn, name = 'Ann' }: Shown) {
  onDrawn?.()
  const form = useForm<Typed>({ resolver: schemaToResolver(schema), defaultValues: { name } })
  const { isSaving, submit } = useSaving(form, schema)
  const store = submit(save)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void store().catch(() => undefined)
      }}
    >
      <input {...form.register('name')} aria-label="Name" />
      <p role="alert">{form.formState.errors.name?.message}</p>
      <SaveButton isSaving={isSaving} />
    </form>
  )
}

function SaveButton(state: Parameters<typeof useIsSaving>[0]) {
  return <button type="submit">{useIsSaving(state) ? 'Saving...' : 'Save'}</button>
}

test('what is valid is saved in the very event of the press, once however often it is pressed', async () => {
  const storing = Promise.withResolvers<void>()
  const save = vi.fn<Shown['save']>(() => storing.promise)
  const screen = await render(<Form save={save} />)
  const button = screen.getByRole('button').element()
  button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  expect(save).toHaveBeenCalledWith({ name: 'Ann' })
  button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  await expect.element(screen.getByRole('button')).toHaveTextContent('Saving...')
  await screen.getByRole('button').click()
  expect(save).toHaveBeenCalledTimes(1)
  storing.resolve()
  await expect.element(screen.getByRole('button')).toHaveTextContent('Save')
})

test('no field is drawn anew while the form is being saved', async () => {
  const storing = Promise.withResolvers<void>()
  const onDrawn = vi.fn<() => void>()
  const screen = await render(<Form save={() => storing.promise} onDrawn={onDrawn} />)
  const drawnBefore = onDrawn.mock.calls.length
  await screen.getByRole('button').click()
  await expect.element(screen.getByRole('button')).toHaveTextContent('Saving...')
  expect(onDrawn).toHaveBeenCalledTimes(drawnBefore)
  storing.resolve()
})

test('what is not valid is not saved: the field says why, and takes the focus', async () => {
  const save = vi.fn<Shown['save']>(async () => undefined)
  const screen = await render(<Form save={save} name="" />)
  await screen.getByRole('button').click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('A name is required')
  await expect.element(screen.getByLabelText('Name')).toHaveFocus()
  expect(save).not.toHaveBeenCalled()
  await screen.getByLabelText('Name').fill('Bea')
  await screen.getByRole('button').click()
  await expect.poll(() => save.mock.calls).toEqual([[{ name: 'Bea' }]])
})

test('a form that could not be saved can be saved again', async () => {
  const storing = Promise.withResolvers<void>()
  const save = vi.fn<Shown['save']>(() => storing.promise)
  const screen = await render(<Form save={save} />)
  await screen.getByRole('button').click()
  await expect.element(screen.getByRole('button')).toHaveTextContent('Saving...')
  storing.reject(new Error('full'))
  await expect.element(screen.getByRole('button')).toHaveTextContent('Save')
  await screen.getByRole('button').click()
  await expect.poll(() => save.mock.calls.length).toBe(2)
})
