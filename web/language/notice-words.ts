import { texts } from '#schema/language/compiled/notices/notices-en.ts'
import { collectionByName } from '#schema/collections/index.ts'
import { type Notice, noticeToText, noticeToTitle, type NoticeWords } from '#schema/rules/merge/notices.ts'
import { toFieldLabel } from './field-label.ts'
import { findTexts, toTexts } from './staff-texts.ts'

/** The notice in the reader's language. */
export const wordNotice = (notice: Notice, say: (instant: string) => string): { title: string; text: string } => ({
  title: noticeToTitle(notice),
  text: noticeToText(notice, toNoticeWords(say)),
})

/** What notices are worded with. */
function toNoticeWords(say: (instant: string) => string): NoticeWords {
  const statuses: Readonly<Partial<Record<string, () => string>>> = findTexts('words')?.status ?? {}
  return {
    texts: toTexts('notices', texts),
    say,
    toLabel: toFieldLabel,
    toValue: (field, text) => (field === statusField ? statuses[text]?.() : undefined) ?? text,
  }
}

const statusField = collectionByName.orders.fields.orderStatusId.label
