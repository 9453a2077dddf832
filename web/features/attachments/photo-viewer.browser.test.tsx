import '../../styles/app.css'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { PhotoFacts } from './photo-viewer.tsx'
import type { Photo, Photos } from './use-photos.ts'

const photo: Photo = {
  id: 'p',
  shopId: 's',
  kind: 'photo',
  fileName: 'estimate.pdf',
  mimeType: 'image/jpeg',
  caption: null,
  forCustomer: false,
  place: 'server',
  trouble: null,
  row: undefined,
}

const makePhotos = (changes: unknown[]): Photos => ({
  list: [],
  room: undefined,
  progress: undefined,
  problems: [],
  add: () => Promise.resolve([]),
  describe: (_photo, change) => Promise.resolve(void changes.push(change)),
  remove: () => Promise.resolve(),
})

const words = /A PDF keeps what its program wrote into it/

test('who shows a PDF to the customer reads that it keeps what its program wrote into it', async () => {
  const changes: unknown[] = []
  const pdf = { ...photo, kind: 'document', mimeType: 'application/pdf' } as const
  const screen = await render(<PhotoFacts photo={pdf} photos={makePhotos(changes)} onRemove={() => undefined} />)
  await expect.element(screen.getByText(words)).toBeVisible()
  await screen.getByLabelText('For customer').click()
  expect(changes).toEqual([{ forCustomer: true }])
})

test('of a photo nothing like that is said: its data are gone', async () => {
  const screen = await render(<PhotoFacts photo={photo} photos={makePhotos([])} onRemove={() => undefined} />)
  await expect.element(screen.getByLabelText('For customer')).toBeVisible()
  await expect.element(screen.getByText(words)).not.toBeInTheDocument()
})
