import { describe, expect, it } from 'vitest'
import { findRecognition, listen, type SpeechRecognitionLike } from './recognition.ts'

class FakeRecognition implements SpeechRecognitionLike {
  static last: FakeRecognition | undefined
  lang = ''
  continuous = false
  interimResults = true
  onresult: SpeechRecognitionLike['onresult'] = null
  onerror: SpeechRecognitionLike['onerror'] = null
  onend: SpeechRecognitionLike['onend'] = null
  isStarted = false
  start() {
    this.isStarted = true
    FakeRecognition.last = this
  }
  stop() {
    this.isStarted = false
    this.onend?.()
  }
  abort() {
    this.stop()
  }
}

function begin() {
  const log: string[] = []
  const listening = listen(FakeRecognition, {
    onText: (text) => log.push(`text ${text}`),
    onFailure: () => log.push('failed'),
    onEnd: () => log.push('end'),
  })
  const recognition = FakeRecognition.last
  if (recognition === undefined) throw new Error('Nothing was started')
  return { log, listening, recognition }
}

const result = (transcript: string, isFinal: boolean) => Object.assign([{ transcript }], { isFinal })

describe('dictation', () => {
  it('is in American English and passes on final results, each phrase once', () => {
    const { log, recognition } = begin()
    expect([recognition.lang, recognition.isStarted]).toEqual(['en-US', true])
    recognition.onresult?.({ resultIndex: 0, results: [result('cracked', false)] })
    recognition.onresult?.({ resultIndex: 0, results: [result('cracked screen', true)] })
    recognition.onresult?.({ resultIndex: 1, results: [result('cracked screen', true), result('clear text', true)] })
    expect(log).toEqual(['text cracked screen', 'text clear text'])
  })

  it.each([
    ['no-speech', []],
    ['aborted', []],
    ['not-allowed', ['failed']],
    ['audio-capture', ['failed']],
    ['network', ['failed']],
    ['service-not-allowed', ['failed']],
  ])('takes %s as %j', (error, expected) => {
    const { log, recognition } = begin()
    recognition.onerror?.({ error })
    expect(log).toEqual(expected)
  })

  it('ends when it is stopped', () => {
    const { log, listening } = begin()
    listening.stop()
    expect(log).toEqual(['end'])
  })

  it('is not offered where the browser lacks it', () => {
    expect(findRecognition({})).toBeUndefined()
    expect(findRecognition({ webkitSpeechRecognition: FakeRecognition })).toBe(FakeRecognition)
  })
})
