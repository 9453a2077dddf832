import { describe, expect, it } from 'vitest'
import { messageStates } from '../../values/messages/message-kinds.ts'
import { findMessageFollowUps } from './message-follow-ups.ts'
import { findMessageIssue, findNewMessageIssue, toCustomerAddress } from './message-states.ts'
import { messageTexts } from '../../values/messages/message-texts.ts'

describe('a message', () => {
  it('begins as one that waits, with an address of its channel, and an e-mail with a subject', () => {
    const sms = { channel: 'sms', to: '+15550102000', text: 'Hello' }
    expect(findNewMessageIssue(sms)).toBeUndefined()
    expect(findNewMessageIssue({ ...sms, state: 'sent' })).toMatchObject({ path: 'state', message: messageTexts.newIsWaiting })
    expect(findNewMessageIssue({ ...sms, to: null })).toMatchObject({ path: 'to', message: messageTexts.noAddress.sms })
    expect(findNewMessageIssue({ ...sms, to: '555 0102' })).toMatchObject({ path: 'to', message: messageTexts.badAddress.sms })
    const mail = { channel: 'email', to: 'mary@example.com', subject: 'Ready' }
    expect(findNewMessageIssue(mail)).toBeUndefined()
    expect(findNewMessageIssue({ ...mail, subject: null })).toMatchObject({ path: 'subject', message: messageTexts.subjectNeeded })
    expect(findNewMessageIssue({ ...mail, to: 'mary' })).toMatchObject({ path: 'to', message: messageTexts.badAddress.email })
  })

  it('can be cancelled while it waits, sent again or dismissed when it failed, marked as read when a customer wrote it, and changes in no other way', () => {
    const allowed: string[] = []
    for (const from of messageStates)
      for (const to of messageStates) if (from !== to && findMessageIssue({ state: from }, { state: to }) === undefined) allowed.push(`${from} → ${to}`)
    expect(allowed).toEqual(['waiting → cancelled', 'failed → waiting', 'failed → cancelled', 'received → read', 'read → received'])
    expect(findMessageIssue({ state: 'sent', anyHour: false }, { state: 'sent', anyHour: true })).toMatchObject({ code: 'CONFLICT' })
    expect(findMessageIssue({ state: 'waiting', anyHour: false }, { state: 'waiting', anyHour: true })).toBeUndefined()
    expect(findMessageIssue({ state: 'failed', anyHour: false }, { state: 'waiting', anyHour: true })).toBeUndefined()
  })

  it('loses what was wrong when it is sent again', () => {
    expect(findMessageFollowUps({ state: 'failed', error: 'No' }, { state: 'waiting', error: 'No' })).toEqual({ error: null })
    expect(findMessageFollowUps({ state: 'waiting', error: 'No' }, { state: 'cancelled', error: 'No' })).toEqual({})
  })

  it('goes to what the customer’s record has for the channel', () => {
    expect(toCustomerAddress('sms', { countryCode: '+1', phone: '5550102000' })).toBe('+15550102000')
    expect(toCustomerAddress('sms', { countryCode: '+44', phone: '07700900123' })).toBe('+447700900123')
    expect(toCustomerAddress('sms', { countryCode: '+39', phone: '0612345678' })).toBe('+390612345678')
    expect(toCustomerAddress('sms', { countryCode: null, phone: '5550102000' })).toBeNull()
    expect(toCustomerAddress('email', { email: 'mary@example.com' })).toBe('mary@example.com')
    expect(toCustomerAddress('email', { email: null })).toBeNull()
    for (const emailUnconfirmed of [true, 1]) expect(toCustomerAddress('email', { email: 'mary@example.com', emailUnconfirmed })).toBeNull()
  })
})
