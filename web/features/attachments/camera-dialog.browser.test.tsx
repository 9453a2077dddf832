import '../../styles/app.css'
import { afterEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { CameraDialog } from './camera-dialog.tsx'

const original = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
const answerWith = (answer: () => Promise<MediaStream>): void => {
  navigator.mediaDevices.getUserMedia = answer
}
afterEach(() => answerWith(original))

/** A camera stream of one colour. */
const makeStream = (): MediaStream => {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: 320, height: 240 })
  const context = canvas.getContext('2d')
  const paint = (): void => {
    context?.fillRect(0, 0, 320, 240)
    requestAnimationFrame(paint)
  }
  paint()
  return canvas.captureStream()
}

const whenItSees = async (): Promise<void> => {
  await expect.poll(() => document.querySelector('video')?.videoWidth ?? 0).toBe(320)
}

const nothing = (): void => undefined

test('only photos that are kept are counted; of one that is refused the dialog says why', async () => {
  answerWith(() => Promise.resolve(makeStream()))
  const answers = [[], ['photo.png: This device has no room.'], []]
  const screen = await render(<CameraDialog onClose={nothing} onNoCamera={nothing} onPhoto={() => Promise.resolve(answers.shift() ?? [])} />)
  await whenItSees()
  const shoot = screen.getByRole('button', { name: 'Take photo' })
  const count = screen.getByRole('status')
  await shoot.click()
  await expect.element(count).toHaveTextContent('1 photo taken')
  await shoot.click()
  await expect.element(screen.getByRole('alert').getByText('This photo was not kept.')).toBeVisible()
  await expect.element(screen.getByRole('alert').getByText('photo.png: This device has no room.')).toBeVisible()
  await expect.element(count).toHaveTextContent('1 photo taken')
  await shoot.click()
  await expect.element(count).toHaveTextContent('2 photos taken')
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})

test('a photo whose storing fails leaves the camera ready for the next one', async () => {
  answerWith(() => Promise.resolve(makeStream()))
  const answers = [() => Promise.reject(new Error('broken')), () => Promise.resolve([])]
  const screen = await render(<CameraDialog onClose={nothing} onNoCamera={nothing} onPhoto={() => answers.shift()?.() ?? Promise.resolve([])} />)
  await whenItSees()
  await screen.getByRole('button', { name: 'Take photo' }).click()
  await expect.element(screen.getByRole('alert').getByText('The picture could not be taken. Try again.')).toBeVisible()
  await screen.getByRole('button', { name: 'Take photo' }).click()
  await expect.element(screen.getByRole('status')).toHaveTextContent('1 photo taken')
})

test.each([
  ['NotAllowedError', /may not use the camera/],
  ['NotFoundError', /No camera was found/],
  ['NotReadableError', /Another program may be using it/],
])('%s is told in words, with a way on', async (name, words) => {
  let tries = 0
  answerWith(() => {
    tries += 1
    return tries === 1 ? Promise.reject(new DOMException('', name)) : Promise.resolve(makeStream())
  })
  let chosen = 0
  const screen = await render(<CameraDialog onClose={nothing} onNoCamera={() => (chosen += 1)} onPhoto={() => Promise.resolve([])} />)
  await expect.element(screen.getByRole('alert').getByText(words)).toBeVisible()
  await screen.getByRole('button', { name: 'Choose files' }).click()
  expect(chosen).toBe(1)
  await screen.getByRole('button', { name: 'Try again' }).click()
  await whenItSees()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})

test('a camera that goes while it is looked through is told', async () => {
  const stream = makeStream()
  answerWith(() => Promise.resolve(stream))
  const screen = await render(<CameraDialog onClose={nothing} onNoCamera={nothing} onPhoto={() => Promise.resolve([])} />)
  await whenItSees()
  stream.getVideoTracks()[0]?.dispatchEvent(new Event('ended'))
  await expect.element(screen.getByRole('alert').getByText(/The camera could not be started/)).toBeVisible()
})
