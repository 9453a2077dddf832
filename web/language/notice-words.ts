import { texts } from '#schema/language/compiled/notices/notices-en.ts'
import { type Notice, noticeToText, noticeToTitle, type NoticeWords } from '#schema/rules/merge/notices.ts'
import { partToText } from '#schema/rules/text/activity-entry.ts'
import { plainWriting } from './entry-words.ts'
import { toFieldLabel } from './field-label.ts'
import { toTexts } from './staff-texts.ts'

/** The notice in the reader's language. */
export const wordNotice = (notice: Notice, say: (instant: string) => string): { title: string; text: string } => ({
  title: noticeToTitle(notice),
  text: noticeToText(notice, toNoticeWords(say)),
})

/** What notices are worded with. */
const toNoticeWords = (say: (instant: string) => string): NoticeWords => ({
  texts: toTexts('notices', texts),
  say,
  toLabel: toFieldLabel,
  toText: (part) => partToText(part, plainWriting),
})
