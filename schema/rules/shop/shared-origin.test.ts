import { expect, test } from 'vitest'
import { toSharedOrigin } from './shared-origin.ts'

const address = 'https://shop.example'

test.each(['http://localhost:8080', 'http://127.0.0.1:8080', 'http://127.3.2.1', 'http://[::1]:8080', 'http://shop.localhost'])(
  'what is shared from %s leads to the address of the server, or has none',
  (opened) => {
    expect(toSharedOrigin(opened, address)).toBe(address)
    expect(toSharedOrigin(opened, null)).toBeNull()
  },
)

test.each(['https://shop.example', 'http://192.168.1.20:8080', 'http://counter.local:8080', 'http://127.example', 'http://localhost.example'])(
  'what is shared from %s leads there',
  (opened) => {
    expect(toSharedOrigin(opened, address)).toBe(opened)
    expect(toSharedOrigin(opened, null)).toBe(opened)
  },
)
