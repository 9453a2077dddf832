import { expect, test } from 'vitest'
import { portalToUrl, qrToSvg } from './portal-qr.ts'

test('the address of a portal is the origin and the code of the shop', () => {
  expect(portalToUrl('https://repair.example:8443', 'FIX-1')).toBe('https://repair.example:8443/FIX-1')
})

test('a QR code is one picture with a square for each dark module', () => {
  const svg = qrToSvg([
    [true, false],
    [false, true],
  ])
  expect(svg).toContain('viewBox="0 0 2 2"')
  expect(svg).toContain('d="M0 0h1v1h-1zM1 1h1v1h-1z"')
})
