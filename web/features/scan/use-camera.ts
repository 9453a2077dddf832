import { type RefObject, useCallback, useEffect, useState } from 'react'
import { type CameraTrouble, errorToCameraTrouble } from '#web/ui/camera-trouble.ts'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { t } from './scan-texts.ts'

/** Decodes the codes in a picture; mostly none or one. */
type CodeReader = (source: HTMLVideoElement | HTMLCanvasElement | ImageBitmap) => Promise<string[]>

type Detector = { detect: (source: CanvasImageSource) => Promise<{ rawValue: string }[]> }

type NativeDetector = { new (options: { formats: string[] }): Detector; getSupportedFormats: () => Promise<string[]> }

/** Formats of our labels, of SKUs, and of the boxes of phones and parts. */
const formats = ['qr_code', 'code_128', 'code_39', 'ean_13', 'ean_8', 'upc_a', 'upc_e', 'itf', 'data_matrix'] as const

const needed: readonly string[] = ['qr_code', 'code_128']

/** The browser's reader if it supports these formats, else a bundled one that works offline. */
async function createCodeReader(isNativeWanted = true): Promise<CodeReader> {
  const detector = (isNativeWanted ? await createNative() : undefined) ?? (await createOwn())
  return async (source) => (await detector.detect(source)).map(({ rawValue }) => rawValue)
}

async function createNative(): Promise<Detector | undefined> {
  const Native = (globalThis as { BarcodeDetector?: NativeDetector }).BarcodeDetector
  if (Native === undefined) return undefined
  try {
    const supported = await Native.getSupportedFormats()
    return needed.every((format) => supported.includes(format)) ? new Native({ formats: formats.filter((format) => supported.includes(format)) }) : undefined
  } catch {
    return undefined
  }
}

async function createOwn(): Promise<Detector> {
  const { BarcodeDetector, prepareZXingModule } = await import('barcode-detector/ponyfill')
  // By default the package loads its binary from a third-party server.
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true })
  return new BarcodeDetector({ formats: [...formats] })
}

type CameraState = 'starting' | 'on' | CameraTrouble

type Camera = {
  state: CameraState
  cameras: readonly { id: string; name: string }[]
  cameraId: string | undefined
  chooseCamera: (id: string) => void
  /** Null for a camera without a light. */
  isTorchOn: boolean | null
  setTorch: (isOn: boolean) => void
  retry: () => void
}

/** Pause between two frames: fast for users, cheap enough for an old tablet. */
const restMs = 120

/** After this many frames without a code, the same code counts as shown anew. */
const blankMax = 8

/** Shows the camera in the video and reports each code; stops the camera on unmount. */
export function useCamera(videoRef: RefObject<HTMLVideoElement | null>, onCode: (code: string) => void): Camera {
  const [state, setState] = useState<CameraState>('starting')
  const [cameraId, chooseCamera] = useState<string>()
  const [cameras, setCameras] = useState<Camera['cameras']>([])
  const [track, setTrack] = useState<MediaStreamTrack>()
  const [isTorchOn, setIsTorchOn] = useState<boolean | null>(null)
  const [round, setRound] = useState(0)

  useEffect(() => {
    let isOver = false
    let stream: MediaStream | undefined
    const isEnded = (): boolean => isOver
    const start = async (): Promise<void> => {
      const devices = navigator.mediaDevices as MediaDevices | undefined
      if (devices === undefined) return setState('none')
      try {
        const readerComing = createCodeReader()
        stream = await devices.getUserMedia({ video: cameraId === undefined ? { facingMode: 'environment' } : { deviceId: { exact: cameraId } } })
        if (isEnded()) return stream.getTracks().forEach((one) => one.stop())
        const video = videoRef.current
        const [own] = stream.getVideoTracks()
        if (video === null || own === undefined) return setState('none')
        // The camera was unplugged or taken by another program.
        own.addEventListener('ended', () => !isEnded() && setState('failed'))
        video.srcObject = stream
        await video.play()
        setTrack(own)
        setIsTorchOn(hasTorch(own) ? false : null)
        const found = (await devices.enumerateDevices()).filter(({ kind }) => kind === 'videoinput')
        const reader = await readerComing
        if (isEnded()) return
        setCameras(found.map(({ deviceId, label }, index) => ({ id: deviceId, name: label || t.cameraNumber({ number: index + 1 }) })))
        setState('on')
        await readOn(video, reader, isEnded, onCode)
      } catch (error) {
        if (!isEnded()) setState(errorToCameraTrouble(error))
      }
    }
    void start()
    return () => {
      isOver = true
      stream?.getTracks().forEach((one) => one.stop())
    }
  }, [videoRef, onCode, cameraId, round])

  const setTorch = useCallback(
    (isOn: boolean) => {
      // `torch` is missing in the DOM types.
      const constraint = { torch: isOn } as MediaTrackConstraintSet
      void track?.applyConstraints({ advanced: [constraint] }).then(
        () => setIsTorchOn(isOn),
        () => setIsTorchOn(null),
      )
    },
    [track],
  )
  const retry = (): void => {
    setState('starting')
    setRound(round + 1)
  }
  return { state, cameras, cameraId: cameraId ?? track?.getSettings().deviceId, chooseCamera, isTorchOn, setTorch, retry }
}

async function readOn(video: HTMLVideoElement, reader: CodeReader, isEnded: () => boolean, onCode: (code: string) => void): Promise<void> {
  let last: string | undefined
  let blankCount = 0
  while (!isEnded()) {
    // Skip an unreadable frame.
    const [code] = video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? await reader(video).catch(() => []) : []
    // A read code stays in view for a while, so report it once.
    if (code !== undefined && code !== last && !isEnded()) onCode(code)
    blankCount = code === undefined ? blankCount + 1 : 0
    if (code !== undefined) last = code
    else if (blankCount > blankMax) last = undefined
    await new Promise((resolve) => setTimeout(resolve, restMs))
  }
}

/** Browsers without `getCapabilities` do not support the torch. */
const hasTorch = (track: MediaStreamTrack): boolean => 'getCapabilities' in track && 'torch' in track.getCapabilities()
