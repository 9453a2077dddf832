import type { ReactNode } from 'react'
import { QrPicture } from '#web/ui/qr-picture.tsx'
import type { PaperOrder, PaperSize } from '../paper.ts'

type TitleLineProps = {
  title: ReactNode
  heading?: 'h1' | 'h2' | undefined
  order: PaperOrder
  date?: string | undefined
  size: PaperSize
  children?: ReactNode
}

export function TitleLine({ title, heading: Heading = 'h1', order, date, size, children }: TitleLineProps) {
  return (
    <div className="paper-title">
      <div className="paper-title-text">
        <Heading>{title}</Heading>
        <p className="paper-ticket">
          <bdi>{order.ticket}</bdi>
        </p>
        {date !== undefined && <p>{date}</p>}
        {children}
      </div>
      <QrPicture text={order.code} sideMm={size.heightMm === null ? 24 : 30} />
    </div>
  )
}
