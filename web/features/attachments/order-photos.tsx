import { useState } from 'react'
import { useDevice } from '#web/device/react/provider.tsx'
import { useShopProfile } from '#web/inputs/use-shop-profile.ts'
import { laterDialog } from '#web/navigation/later.tsx'
import { CountBadge } from '#web/ui/layout/badge.tsx'
import { Panel, panelNoteClass } from '#web/ui/layout/panel.tsx'
import { PhotoAdder } from './photo-adder.tsx'
import { PhotoGrid } from './photo-grid.tsx'
import { type PhotosOf, usePhotos } from './use-photos.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './attachments-texts.ts'

const PhotoViewer = laterDialog(async () => (await import('./photo-viewer.tsx')).PhotoViewer)

export function OrderPhotos(of: PhotosOf) {
  const { files } = useDevice()
  const { photosOn } = useShopProfile(of.shopId)
  return photosOn && !files.isOff ? <PhotosPanel {...of} /> : null
}

function PhotosPanel(of: PhotosOf) {
  const photos = usePhotos(of)
  const [shownId, setShownId] = useState<string>()
  const shown = photos.list?.filter(({ kind }) => kind !== 'signature')
  const isEmpty = shown === undefined || shown.length === 0
  return (
    <Panel title={t.photos()} count={!isEmpty && <CountBadge count={shown.length} label={t.filesCount()} isExact />} isEmpty={isEmpty}>
      <div className="pl-7 group-data-empty/panel:pl-0">
        <PhotoAdder photos={photos}>
          {shown === undefined ? (
            <p className={panelNoteClass}>{common.loading()}</p>
          ) : shown.length === 0 ? (
            <p className={panelNoteClass}>{t.noPhotos()}</p>
          ) : (
            <PhotoGrid photos={shown} room={photos.room} onOpen={setShownId} />
          )}
        </PhotoAdder>
      </div>
      {shownId !== undefined && <PhotoViewer photos={{ ...photos, list: shown }} shownId={shownId} onShow={setShownId} onClose={() => setShownId(undefined)} />}
    </Panel>
  )
}
