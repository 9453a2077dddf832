import { useState } from 'react'
import type { PublicProfile, PublicShop } from '#schema/api/portal.ts'
import { websiteToLink } from './profile-format.ts'
import { t } from './language/texts.ts'

const linkClass = 'inline-flex min-h-11 items-center text-accent-ink underline underline-offset-4 wrap-anywhere'

export const toLogoAddress = (shopId: string): string => `/api/public/${shopId}/logo`

type ShopHeaderProps = {
  shop: PublicShop
  profile: PublicProfile | undefined
  logoAddress?: string
}

export function ShopHeader(props: ShopHeaderProps) {
  return (
    <header className="flex flex-col gap-3">
      <ShopName {...props} />
      <ShopContact profile={props.profile} />
    </header>
  )
}

export function ShopName({ shop, profile, logoAddress = toLogoAddress(shop.id) }: ShopHeaderProps) {
  return (
    <>
      {profile?.logo && <Logo key={profile.logo.sha256} src={`${logoAddress}?${profile.logo.sha256.slice(0, 8)}`} />}
      <h1 className="text-xl font-semibold wrap-anywhere">{shop.name}</h1>
    </>
  )
}

export function ShopContact({ profile }: Pick<ShopHeaderProps, 'profile'>) {
  const website = profile?.website ? websiteToLink(profile.website) : undefined
  return (
    <>
      {profile?.address && <p className="whitespace-pre-line text-muted wrap-anywhere">{profile.address}</p>}
      {(profile?.phone ?? profile?.email ?? profile?.website) && (
        <p className="-my-2 flex flex-wrap gap-x-5">
          {profile?.phone && (
            <a href={`tel:${profile.phone.replace(/[^\d+]/g, '')}`} className={linkClass}>
              {profile.phone}
            </a>
          )}
          {profile?.email && (
            <a href={`mailto:${profile.email}`} className={linkClass}>
              {profile.email}
            </a>
          )}
          {profile?.website &&
            (website === undefined ? (
              <span className="py-2.5 wrap-anywhere">{profile.website}</span>
            ) : (
              <a href={website} rel="noreferrer" className={linkClass}>
                {profile.website}
              </a>
            ))}
        </p>
      )}
    </>
  )
}

export function OpeningHours({ text }: { text: string }) {
  return (
    <div>
      <h2 className="text-sm font-semibold">{t.openingHours()}</h2>
      <p className="whitespace-pre-line text-muted wrap-anywhere">{text}</p>
    </div>
  )
}

function Logo({ src }: { src: string }) {
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken) return null
  return (
    // Its height before it loads, so that nothing below it moves.
    <div className="flex h-20 items-center">
      {/* White in the dark theme too: logos are made for paper. */}
      <img src={src} alt="" onError={() => setIsBroken(true)} className="max-h-20 max-w-60 rounded-md bg-paper object-contain p-1" />
    </div>
  )
}
