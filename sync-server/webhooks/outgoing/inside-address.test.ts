import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isInside } from './inside-address.ts'

const inside = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.168.1.1',
  '198.18.0.1',
  '203.0.113.7',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '0:0:0:0:0:ffff:a9fe:a9fe',
  '::ffff:10.0.0.1',
  '64:ff9b::10.0.0.1',
  '64:ff9b::a00:1',
  '64:ff9b:1::1',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fd00:ec2::254',
  'fec0::1',
  'ff02::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
]
const outside = ['8.8.8.8', '93.184.216.34', '100.63.255.255', '100.128.0.0', '172.15.0.1', '172.32.0.1', '192.1.0.1', '198.20.0.1', '223.255.255.255']
const outside6 = ['2606:4700::1111', '2a00:1450:4001::1', '2001:4860:4860::8888', '::ffff:8.8.8.8', '64:ff9b::808:808']

describe('addresses inside a network', () => {
  test.each(inside)('%s is one', (address) => expect(isInside(address)).toBe(true))
  test.each([...outside, ...outside6])('%s is none', (address) => expect(isInside(address)).toBe(false))
  test.each(['', 'localhost', '1.2.3', '0x7f.1', '::g'])('what is no address counts as one: "%s"', (text) => expect(isInside(text)).toBe(true))

  test('an IPv4 address is judged alike when one of IPv6 holds it, in whichever spelling', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
        const [high, low] = [(a << 8) | b, (c << 8) | d].map((part) => part.toString(16))
        for (const spelled of [`::ffff:${address}`, `::ffff:${high}:${low}`, `0:0:0:0:0:FFFF:${high}:${low}`, `64:ff9b::${address}`])
          expect([spelled, isInside(spelled)]).toEqual([spelled, isInside(address)])
      }),
    )
  })

  test('an address of a web address has one spelling, however it was typed', () => {
    for (const host of ['2130706433', '0x7f000001', '0177.0.0.1', '127.1', '0x7f.0.0.1', '127.0.0.1.', '①②⑦.0.0.1'])
      expect([host, new URL(`https://${host}/`).hostname.replace(/\.$/, '')]).toEqual([host, '127.0.0.1'])
  })
})
