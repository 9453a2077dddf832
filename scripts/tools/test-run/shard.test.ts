import { expect, test } from 'vitest'
import { readShard } from './shard.ts'

test('without a division everything runs here', () => {
  expect(readShard(undefined)).toEqual({ isFirst: true, args: [] })
})

test('what cannot be divided runs in the first part alone', () => {
  expect(readShard('1/4')).toEqual({ isFirst: true, args: ['--shard=1/4'] })
  expect(readShard('4/4')).toEqual({ isFirst: false, args: ['--shard=4/4'] })
})

test.each(['', '3', '0/4', '5/4', '1/0', '1/4/2', 'a/b'])('"%s" names no part', (text) => {
  expect(() => readShard(text)).toThrow('--shard')
})
