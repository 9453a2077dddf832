import { useRef } from 'react'
import { afterEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { useCamera } from './use-camera.ts'

const original = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
const capabilities = Object.getOwnPropertyDescriptor(MediaStreamTrack.prototype, 'getCapabilities') ?? {}
afterEach(() => {
  navigator.mediaDevices.getUserMedia = original
  Object.defineProperty(MediaStreamTrack.prototype, 'getCapabilities', capabilities)
})

/** A camera whose track is adjusted by the test. */
function useTrack(change: (track: MediaStreamTrack) => void): void {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  const paint = (): void => {
    context?.fillRect(0, 0, 300, 150)
    requestAnimationFrame(paint)
  }
  paint()
  const stream = canvas.captureStream()
  stream.getVideoTracks().forEach(change)
  navigator.mediaDevices.getUserMedia = () => Promise.resolve(stream)
}

const define = (track: MediaStreamTrack, name: string, value: unknown): void => void Object.defineProperty(track, name, { value, configurable: true })

const ignoreCode = (): void => undefined

function Viewer() {
  const video = useRef<HTMLVideoElement>(null)
  const { state, isTorchOn, setTorch } = useCamera(video, ignoreCode)
  return (
    <>
      <video ref={video} muted playsInline />
      <output>{state}</output>
      {isTorchOn !== null && (
        <button type="button" aria-pressed={isTorchOn} onClick={() => setTorch(!isTorchOn)}>
          Light
        </button>
      )}
    </>
  )
}

test('a camera with a light offers it, and switches it on and off', async () => {
  const asked: unknown[] = []
  useTrack((track) => {
    define(track, 'getCapabilities', () => ({ torch: true }))
    define(track, 'applyConstraints', (constraints: unknown) => {
      asked.push(constraints)
      return Promise.resolve()
    })
  })
  const screen = await render(<Viewer />)
  const light = screen.getByRole('button', { name: 'Light' })
  await expect.element(light).toHaveAttribute('aria-pressed', 'false')
  await light.click()
  await expect.element(light).toHaveAttribute('aria-pressed', 'true')
  await light.click()
  await expect.element(light).toHaveAttribute('aria-pressed', 'false')
  expect(asked).toEqual([{ advanced: [{ torch: true }] }, { advanced: [{ torch: false }] }])
})

test('a light that does not follow is not offered any more', async () => {
  useTrack((track) => {
    define(track, 'getCapabilities', () => ({ torch: true }))
    define(track, 'applyConstraints', () => Promise.reject(new DOMException('', 'OverconstrainedError')))
  })
  const screen = await render(<Viewer />)
  await screen.getByRole('button', { name: 'Light' }).click()
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument()
  await expect.element(screen.getByText('on')).toBeInTheDocument()
})

test.each([
  ['has no light', (track: MediaStreamTrack) => define(track, 'getCapabilities', () => ({}))],
  ['does not tell what it can do', () => void Reflect.deleteProperty(MediaStreamTrack.prototype, 'getCapabilities')],
])('a camera that %s reads codes without one', async (_what, change) => {
  useTrack(change)
  const screen = await render(<Viewer />)
  await expect.element(screen.getByText('on')).toBeInTheDocument()
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument()
})

test('a camera that goes while it is looked through is told', async () => {
  let own: MediaStreamTrack | undefined
  useTrack((track) => (own = track))
  const screen = await render(<Viewer />)
  await expect.element(screen.getByText('on')).toBeInTheDocument()
  own?.dispatchEvent(new Event('ended'))
  await expect.element(screen.getByText('failed')).toBeInTheDocument()
})
