import type { PortalApi, PublicOrder } from '../portal-api.ts'
import { t } from '../language/texts.ts'

type OrderPhotosProps = { photos: NonNullable<PublicOrder['photos']>; photoAddress: PortalApi['photoAddress'] }

export function OrderPhotosOfShop({ photos, photoAddress }: OrderPhotosProps) {
  return (
    <ul aria-label={t.photos()} className="mt-1 flex flex-wrap gap-2">
      {photos.map(({ id, caption, fileName, mimeType }) => (
        <li key={id} className="w-24">
          <a
            href={photoAddress(id, 'content')}
            target="_blank"
            rel="noreferrer"
            className="block overflow-hidden rounded-md border border-line text-sm hover:border-line-strong"
          >
            {mimeType === 'application/pdf' ? (
              <span className="flex h-24 items-center justify-center bg-sunken p-2 text-center wrap-anywhere">{fileName}</span>
            ) : (
              <img
                src={photoAddress(id, 'thumbnail')}
                alt={caption ?? t.photoOfDevice()}
                loading="lazy"
                className="h-24 w-24 bg-sunken object-cover"
                // A photo without a thumbnail, or whose thumbnail is not uploaded yet.
                onError={({ currentTarget }) => {
                  const full = photoAddress(id, 'content')
                  if (!currentTarget.src.endsWith(full)) currentTarget.src = full
                }}
              />
            )}
          </a>
          {caption !== null && <span className="mt-1 block text-sm text-muted wrap-anywhere">{caption}</span>}
        </li>
      ))}
    </ul>
  )
}
