import { describe, expect, it } from 'vitest'
import { nestDrafts, splitDraft, valueToDraft, withDraft } from './form-draft.ts'

describe('drafts of forms', () => {
  it('put back what was typed', () => {
    expect(withDraft({ name: '', phone: '' }, { name: 'Ada', phone: '555' })).toEqual({ name: 'Ada', phone: '555' })
  })

  it('leave out what the form of this version does not hold, or holds as something else', () => {
    expect(withDraft({ name: '', priority: false }, { name: null, priority: 'yes', gone: 'x' })).toEqual({ name: '', priority: false })
    expect(withDraft({ name: '' }, undefined)).toEqual({ name: '' })
  })

  it('keep several forms of one screen apart', () => {
    const draft = nestDrafts({ customer: { name: 'Ada' }, order: { itemDetails: 'iPhone' } })
    expect(splitDraft(draft, ['customer', 'order'])['order']?.values).toEqual({ itemDetails: 'iPhone' })
    expect(splitDraft(undefined, ['customer'])['customer']).toBeUndefined()
  })

  it('are ignored when they are something else', () => {
    expect(valueToDraft('text')).toBeUndefined()
    expect(valueToDraft({ values: {} })).toBeUndefined()
    expect(valueToDraft({ values: { a: 1 }, opened: {} })).toEqual({ values: { a: 1 }, opened: {} })
    expect(valueToDraft({ values: {}, opened: {}, shopId: 's' })).toEqual({ values: {}, opened: {}, shopId: 's' })
  })
})
