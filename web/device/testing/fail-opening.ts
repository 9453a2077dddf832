/** Until `end`, opening a database whose name contains `name` fails; `tried` lists each attempt. */
export function failOpening(name: string, errorName = 'UnknownError'): Disposable & { readonly tried: readonly string[]; end: () => void } {
  // oxlint-disable-next-line typescript/unbound-method -- called with the `this` of whoever asks
  const { open } = IDBFactory.prototype
  const tried: string[] = []
  const end = (): void => void (IDBFactory.prototype.open = open)
  IDBFactory.prototype.open = function (this: IDBFactory, opened: string, ...version: number[]) {
    if (!opened.includes(name)) return Reflect.apply(open, this, [opened, ...version]) as IDBOpenDBRequest
    tried.push(opened)
    const request = new EventTarget() as IDBOpenDBRequest
    const error = new DOMException('Connection is closing.', errorName)
    Object.assign(request, { error })
    setTimeout(() => {
      const event = new Event('error', { cancelable: true })
      request.dispatchEvent(event)
      request.onerror?.(event)
    })
    return request
  }
  return { tried, end, [Symbol.dispose]: end }
}

/** Dexie's errors in that case, on opening and on reading. */
export const notOpened = /Connection is closing|OpenFailed/
